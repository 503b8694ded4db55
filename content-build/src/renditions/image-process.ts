/**
 * The parent's side of the image process: a warm child, at most two pictures and a video at a time, and a watch on
 * memory and time. Only the child dies of a bad picture (reliability F15, T17).
 */
import { acceptedVideos } from '@veldlicht/contract/upload';
import { LOST_WRITE, LostWriteError } from '@veldlicht/database/lost-write';
import type {
  CallReply,
  ImageRequest,
  InspectInput,
  InspectOutcome,
  RenderInput,
  RenderOutcome,
  VersionsInput,
} from '#renditions/image-child/image-types.ts';
import { type DecoderRoom, type Logger, openRoom } from './decoder-room.ts';
import { type ImageChild, startChild } from './image-child-handle.ts';

export type FailureReason =
  | 'timeout'
  | 'memory'
  | 'crashed'
  | 'stopped'
  | 'disk_full'
  | 'read_only';

/** A call that got no answer. The next call runs in a new process. */
export class ImageProcessError extends Error {
  override name = 'ImageProcessError';
  readonly reason: FailureReason;
  constructor(reason: FailureReason, detail: string, cause?: Error) {
    super(`image process: ${reason} (${detail})`, { cause });
    this.reason = reason;
  }
}

export interface ImageProcessOptions {
  /** What the child can reach; left out, everything. */
  room?: DecoderRoom;
  /** Largest resident memory of the child (and of each program it starts); default 1 GiB. */
  memoryLimitBytes?: number;
  /** Wall time of one call, from the moment it has its turn; default 60 s. Videos ask for more. */
  timeLimitMs?: number;
  /** Options of Node for the child; for tests that break something in it. */
  nodeOptions?: string[];
  /** Whether there is a child when it has nothing to do, so that the next picture finds it warm; default true. */
  staysWarm?: boolean;
  log: Logger;
}

export interface ImageProcess {
  /** Rejects with `ImageProcessError`. */
  inspect(input: InspectInput): Promise<InspectOutcome>;
  /** Rejects with `ImageProcessError`. `onPercent` hears how much of a video is encoded. */
  render(input: RenderInput, onPercent?: (percent: number) => void): Promise<RenderOutcome>;
  /** Makes smaller versions of a video. Rejects with `ImageProcessError`. */
  versions(input: VersionsInput): Promise<RenderOutcome>;
  /** Process id of the running child. */
  pid(): number | undefined;
  /** Ends the child; calls under way reject with `stopped`. */
  stop(): Promise<void>;
}

interface Call {
  request: ImageRequest;
  /** Set after a death with two calls under way: it runs again by itself, to see whose fault it was. */
  isSuspect: boolean;
  onPercent?: ((percent: number) => void) | undefined;
  resolve: (outcome: never) => void;
  reject: (error: ImageProcessError) => void;
  timer?: NodeJS.Timeout;
}

/** By the system's code of what was thrown: no fault of the file. */
const REASONS: Partial<Record<string, FailureReason>> = {
  ENOSPC: 'disk_full',
  EROFS: 'read_only',
  EACCES: 'read_only',
};

const MAX_PICTURES = 2;
/** A video may take minutes: one at a time, beside the pictures, so that those need not wait. */
const MAX_VIDEOS = 1;
const MIB = 1024 * 1024;

function isVideo({ request: { kind, input } }: Call): boolean {
  if (kind === 'versions') return true;
  return 'extension' in input && acceptedVideos.some((format) => format === input.extension);
}

/** Starts the child at once, unless it need not stay warm. */
export function startImageProcess(options: ImageProcessOptions): ImageProcess {
  const { memoryLimitBytes = 1024 * MIB, timeLimitMs = 60_000, log } = options;
  const { room = openRoom, nodeOptions = [], staysWarm = true } = options;
  const waiting: Call[] = [];
  const running = new Map<number, Call>();
  let lastId = 0;
  let isStopped = false;
  let child: ImageChild | null = null;
  /** Why the child is being killed, and by which call, until its exit is seen. */
  let verdict: { reason: FailureReason; guilty?: Call | undefined } | null = null;

  function condemn(reason: FailureReason, guilty?: Call): void {
    if (verdict || !child) return;
    verdict = { reason, guilty };
    child.kill();
  }

  function ensureChild(): ImageChild {
    const onMemory = (bytes: number) => {
      if (bytes > memoryLimitBytes) condemn('memory');
    };
    child ??= startChild({ log, room, nodeOptions, onReply, onMemory, onExit });
    return child;
  }

  function onReply(message: CallReply): void {
    const call = running.get(message.id);
    if (!call || verdict) return;
    if (message.event === 'started') limitTime(call, message.timeLimitMs);
    else if (message.event === 'progress') call.onPercent?.(message.percent);
    else finish(call, message);
  }

  function finish(call: Call, message: Extract<CallReply, { event: 'done' | 'threw' }>): void {
    clearTimeout(call.timer);
    running.delete(message.id);
    // The child answers each call with the outcome of its kind.
    if (message.event === 'done') call.resolve(message.outcome as never);
    else {
      const reason = REASONS[message.code ?? ''] ?? 'crashed';
      const isLost = message.code === LOST_WRITE;
      const cause = isLost ? new LostWriteError(message.message) : undefined;
      call.reject(new ImageProcessError(reason, message.message, cause));
    }
    settle();
  }

  /** Memory that the C library does not give back would count against the next picture. */
  function settle(): void {
    if (running.size === 0) {
      child?.watchMemory(false);
      if (child && (!staysWarm || child.memory() > memoryLimitBytes / 2)) {
        child.retire();
        child = null;
      }
    }
    startNext();
  }

  function limitTime(call: Call, ms = timeLimitMs): void {
    clearTimeout(call.timer);
    call.timer = setTimeout(() => condemn('timeout', call), ms);
  }

  function onExit(detail: string): void {
    const { reason, guilty } = verdict ?? { reason: 'crashed' as const };
    const calls = [...running.values()];
    const culprit = guilty ?? (calls.length === 1 ? calls[0] : undefined);
    child = null;
    verdict = null;
    running.clear();
    for (const call of calls) clearTimeout(call.timer);
    const others = calls.filter((call) => call !== culprit);
    waiting.unshift(...others.map((call) => ({ ...call, isSuspect: !culprit })));
    log.warn({ reason, detail, calls: calls.length }, 'image process ended');
    culprit?.reject(new ImageProcessError(reason, detail));
    startNext();
  }

  function mayRun(call: Call): boolean {
    const others = [...running.values()];
    const alike = others.filter((other) => isVideo(other) === isVideo(call)).length;
    if (alike >= (isVideo(call) ? MAX_VIDEOS : MAX_PICTURES)) return false;
    if (others.some((other) => other.isSuspect)) return false;
    if (call.isSuspect && others.length > 0) return false;
    return others.every((other) => other.request.input.hash !== call.request.input.hash);
  }

  function startNext(): void {
    if (isStopped || verdict) return;
    for (let next = waiting.find(mayRun); next; next = waiting.find(mayRun)) {
      waiting.splice(waiting.indexOf(next), 1);
      running.set(next.request.id, next);
      limitTime(next);
      const process = ensureChild();
      process.watchMemory(true);
      process.send(next.request);
    }
  }

  function call<T>(request: ImageRequest, onPercent?: Call['onPercent']): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (isStopped) return reject(new ImageProcessError('stopped', 'not running'));
      waiting.push({ request, isSuspect: false, onPercent, resolve, reject });
      startNext();
    });
  }

  if (staysWarm) ensureChild();
  return {
    inspect: (input) => call({ id: ++lastId, kind: 'inspect', input }),
    render: (input, onPercent) => call({ id: ++lastId, kind: 'render', input }, onPercent),
    versions: (input) => call({ id: ++lastId, kind: 'versions', input }),
    pid: () => child?.pid(),
    stop: async () => {
      isStopped = true;
      const calls = [...waiting.splice(0), ...running.values()];
      running.clear();
      for (const { timer, reject } of calls) {
        clearTimeout(timer);
        reject(new ImageProcessError('stopped', 'shutting down'));
      }
      await child?.end();
    },
  };
}
