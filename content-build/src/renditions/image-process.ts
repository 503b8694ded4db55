/**
 * The parent's side of the image process: a warm child, at most two pictures and a film at a time, and a watch on
 * memory and time. Only the child dies of a bad picture (reliability F15, T17).
 */
import { acceptedVideos } from '@veldlicht/contract/upload';
import { LOST_WRITE, LostWriteError } from '@veldlicht/database/lost-write';
import type {
  ImageReply,
  InspectInput,
  InspectOutcome,
  RenderInput,
  RenderOutcome,
} from '#images/image-types.ts';
import { type DecoderRoom, openRoom } from './decoder-room.ts';
import { type ImageChild, type Logger, startChild } from './image-child-handle.ts';

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
  /** Hears each end of a child that was not asked for. */
  onExit?: (reason: FailureReason) => void;
  log: Logger;
}

export interface ImageProcess {
  /** Rejects with `ImageProcessError`. */
  inspect(input: InspectInput): Promise<InspectOutcome>;
  /** Rejects with `ImageProcessError`. `onPercent` hears how much of a film is encoded. */
  render(input: RenderInput, onPercent?: (percent: number) => void): Promise<RenderOutcome>;
  /** Process id of the running child, for the curious. */
  pid(): number | undefined;
  /** Ends the child; calls under way reject with `stopped`. */
  stop(): Promise<void>;
}

interface Call {
  id: number;
  kind: 'inspect' | 'render';
  input: InspectInput | RenderInput;
  /** Set after a death with two calls under way: it runs again by itself, to see whose fault it was. */
  isSuspect: boolean;
  onPercent?: ((percent: number) => void) | undefined;
  resolve: (outcome: never) => void;
  reject: (error: ImageProcessError) => void;
  timer?: NodeJS.Timeout;
}

/** By the system's code of what was thrown: no fault of the file. */
const reasons: Partial<Record<string, FailureReason>> = {
  ENOSPC: 'disk_full',
  EROFS: 'read_only',
  EACCES: 'read_only',
};

const MAX_PICTURES = 2;
/** A film may take minutes: one at a time, beside the pictures, so that those need not wait. */
const MAX_FILMS = 1;
const MIB = 1024 * 1024;

function isFilm({ input }: Call): boolean {
  return 'extension' in input && acceptedVideos.some((format) => format === input.extension);
}

/** Starts the child at once, so that the first picture finds it warm. */
export function startImageProcess(options: ImageProcessOptions): ImageProcess {
  const { memoryLimitBytes = 1024 * MIB, timeLimitMs = 60_000, log } = options;
  const waiting: Call[] = [];
  const running = new Map<number, Call>();
  let lastId = 0;
  let isStopped = false;
  let child: ImageChild | null = null;
  /** Why the child is being killed, and by which call, until its exit is seen. */
  let verdict: { reason: FailureReason; guilty?: Call } | null = null;

  function condemn(reason: FailureReason, guilty?: Call): void {
    if (verdict || !child) return;
    verdict = guilty ? { reason, guilty } : { reason };
    child.kill();
  }

  function ensureChild(): ImageChild {
    child ??= startChild({
      log,
      room: options.room ?? openRoom,
      nodeOptions: options.nodeOptions ?? [],
      onReply: heard,
      onMemory: (bytes) => {
        if (bytes > memoryLimitBytes) condemn('memory');
      },
      onExit: (detail) => buried(detail),
    });
    return child;
  }

  function heard(message: ImageReply): void {
    if (message.event === 'memory') return;
    const call = running.get(message.id);
    if (!call || verdict) return;
    if (message.event === 'started') {
      limit(call, message.timeLimitMs ?? timeLimitMs);
      return;
    }
    if (message.event === 'progress') {
      call.onPercent?.(message.percent);
      return;
    }
    clearTimeout(call.timer);
    running.delete(call.id);
    if (message.event === 'threw') {
      const reason = reasons[message.code ?? ''] ?? 'crashed';
      const isLost = message.code === LOST_WRITE;
      const cause = isLost ? new LostWriteError(message.message) : undefined;
      call.reject(new ImageProcessError(reason, message.message, cause));
    }
    // The child answers each call with the outcome of its kind.
    else call.resolve(message.outcome as never);
    settle();
  }

  /** Memory that the C library does not give back would count against the next picture. */
  function settle(): void {
    if (running.size === 0) {
      child?.watchMemory(false);
      if (child && child.memory() > memoryLimitBytes / 2) {
        child.retire();
        child = null;
      }
    }
    pump();
  }

  function limit(call: Call, ms: number): void {
    clearTimeout(call.timer);
    call.timer = setTimeout(() => condemn('timeout', call), ms);
  }

  function buried(detail: string): void {
    const { reason, guilty } = verdict ?? { reason: 'crashed' as const, guilty: undefined };
    const calls = [...running.values()];
    const culprit = guilty ?? (calls.length === 1 ? calls[0] : undefined);
    child = null;
    verdict = null;
    running.clear();
    for (const call of calls) clearTimeout(call.timer);
    const others = calls.filter((call) => call !== culprit);
    waiting.unshift(...others.map((call) => ({ ...call, isSuspect: !culprit })));
    log.warn({ reason, detail, calls: calls.length }, 'image process ended');
    options.onExit?.(reason);
    culprit?.reject(new ImageProcessError(reason, detail));
    pump();
  }

  function mayRun(call: Call): boolean {
    const others = [...running.values()];
    const likes = others.filter((other) => isFilm(other) === isFilm(call)).length;
    if (likes >= (isFilm(call) ? MAX_FILMS : MAX_PICTURES)) return false;
    if (others.some((other) => other.isSuspect)) return false;
    if (call.isSuspect && others.length > 0) return false;
    return others.every((other) => other.input.hash !== call.input.hash);
  }

  function pump(): void {
    if (isStopped || verdict) return;
    for (let next = waiting.find(mayRun); next; next = waiting.find(mayRun)) {
      waiting.splice(waiting.indexOf(next), 1);
      running.set(next.id, next);
      limit(next, timeLimitMs);
      const { id, kind, input } = next;
      const process = ensureChild();
      process.watchMemory(true);
      process.send({ id, kind, input });
    }
  }

  function call<T>(
    kind: Call['kind'],
    input: Call['input'],
    onPercent?: Call['onPercent'],
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (isStopped) return reject(new ImageProcessError('stopped', 'not running'));
      waiting.push({ id: ++lastId, kind, input, isSuspect: false, onPercent, resolve, reject });
      pump();
    });
  }

  ensureChild();
  return {
    inspect: (input) => call<InspectOutcome>('inspect', input),
    render: (input, onPercent) => call<RenderOutcome>('render', input, onPercent),
    pid: () => child?.pid(),
    stop: async () => {
      isStopped = true;
      const calls = [...waiting.splice(0), ...running.values()];
      running.clear();
      for (const one of calls) {
        clearTimeout(one.timer);
        one.reject(new ImageProcessError('stopped', 'shutting down'));
      }
      await child?.end();
    },
  };
}
