/** A process per video: what brings FFmpeg down is one refused file, and no photo waits for it. */
import { fork } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { reason } from '@veldlicht/contract/reason';
import { reply } from './child-calls.ts';
import {
  type ImageReply,
  type ImageRequest,
  type InspectOutcome,
  RefusedFile,
  type RenderOutcome,
  unreadable,
} from './image-types.ts';
import { lowerPriority } from './process-priority.ts';

const CHILD_FILE = fileURLToPath(new URL('./video-child.ts', import.meta.url));

/** Longest that a call may take, in milliseconds: a slow machine encodes at half the speed of the video. */
function timeLimit({ kind, input }: ImageRequest): number {
  if (kind === 'inspect') return 90_000;
  const duration = input.duration ?? 0;
  if (kind === 'render') return 400_000 + duration * 4000;
  // Behind all else: at least so many times its length.
  return input.versions.length * (600_000 + duration * 20_000);
}

/** Has a call answered in a process of its own. Throws `RefusedFile` when that breaks down or takes too long. */
export function inVideoProcess(request: ImageRequest): Promise<InspectOutcome | RenderOutcome> {
  const { id } = request;
  const limit = timeLimit(request);
  // The parent ends this process, and all photos in it, well after.
  reply({ id, event: 'started', timeLimitMs: limit + 20_000 });
  return new Promise((resolve, reject) => {
    const child = fork(CHILD_FILE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    lowerPriority(child.pid, constants.priority.PRIORITY_LOW);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      child.kill('SIGKILL');
    };
    const timer = setTimeout(
      () => end(() => reject(new RefusedFile('unreadable_file', reason('reading_too_long')))),
      limit,
    );
    child.on('message', (message) => {
      // The child is our own file and sends nothing else.
      const answer = message as ImageReply;
      if (answer.event === 'done') end(() => resolve(answer.outcome));
      else if (answer.event === 'threw')
        end(() => reject(Object.assign(new Error(answer.message), { code: answer.code })));
      else reply(answer);
    });
    child.once('error', (error) => end(() => reject(error)));
    child.once('exit', () => end(() => reject(unreadable())));
    child.send(request);
  });
}
