/**
 * A child that decodes, and the calls that wait for it: a watch on memory and time, and another child when it dies.
 * Only the child dies of a bad picture (reliability F15, T17).
 */
import { LOST_WRITE, LostWriteError } from '@veldlicht/database/lost-write';
import type { CallReply, ImageCall, ImageRequest } from '#renditions/image-child/image-types.ts';
import type { DecoderRoom, Logger } from './decoder-room.ts';
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

export interface DecoderOptions {
  room: DecoderRoom;
  /** Largest resident memory of the child. */
  memoryLimitBytes: number;
  /** Options of Node for the child; for tests that break something in it. */
  nodeOptions: string[];
  /** How many calls it works on at a time. */
  places: number;
  /** Whether there is a child when it has nothing to do, so that the next picture finds it warm. */
  staysWarm: boolean;
  log: Logger;
}

export interface Decoder {
  /** Rejects with `ImageProcessError`. The time counts from the moment that the call has its turn. */
  call<T>(call: ImageCall, timeLimitMs: number, onPercent?: Call['onPercent']): Promise<T>;
  /** Process id of the running child. */
  pid(): number | undefined;
  /** Ends the child; calls under way reject with `stopped`. */
  stop(): Promise<void>;
}

interface Call {
  request: ImageRequest;
  timeLimitMs: number;
  /** Set after a death with two calls under way: it runs again by itself, to see whose fault it was. */
  isSuspect: boolean;
  /** Hears how much of a video is encoded. */
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

/** Starts the child at once when it is to stay warm. */
export function startDecoder(options: DecoderOptions): Decoder {
  const { room, memoryLimitBytes, nodeOptions, places, staysWarm, log } = options;
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
    if (message.event === 'started') limitTime(call);
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

  function limitTime(call: Call): void {
    clearTimeout(call.timer);
    call.timer = setTimeout(() => condemn('timeout', call), call.timeLimitMs);
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
    if (others.length >= places) return false;
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

  if (staysWarm) ensureChild();
  return {
    call: (asked, timeLimitMs, onPercent) =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(new ImageProcessError('stopped', 'not running'));
        const request = { ...asked, id: ++lastId };
        waiting.push({ request, timeLimitMs, isSuspect: false, onPercent, resolve, reject });
        startNext();
      }),
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
