/** Runs calls in a child process with limits of memory and time, which alone dies of a bad picture (F15, T17). */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { LOST_WRITE, LostWriteError } from '@veldlicht/database/lost-write';
import {
  type FailedReply,
  type ImageCall,
  type ImageReply,
  type ImageRequest,
  RefusedFile,
} from '#renditions/image-child/image-types.ts';
import {
  type DecoderRoom,
  killGroup,
  type Logger,
  largestMemory,
  spawnChild,
} from './decoder-room.ts';

export type FailureReason =
  | 'timeout'
  | 'memory'
  | 'crashed'
  | 'stopped'
  | 'disk_full'
  | 'read_only';

/** A call without an outcome: the child was killed, or threw. */
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
  memoryLimitBytes: number;
  /** Options of Node for the child; tests load faults with them. */
  nodeOptions: string[];
  /** Calls at a time. */
  places: number;
  /** Keeps the child running between calls. */
  staysWarm: boolean;
  log: Logger;
}

export type OnPercent = (percent: number) => void;

interface Call {
  request: ImageRequest;
  timeLimitMs: number;
  /** By `performance.now()`, once it runs. */
  deadline: number;
  /** Was running beside another call when the child died: it is repeated alone, to find the culprit. */
  isSuspect: boolean;
  onPercent: OnPercent | undefined;
  resolve: (outcome: never) => void;
  reject: (error: ImageProcessError | RefusedFile) => void;
}

/** Failures of the disk, by system code. */
const REASONS: Partial<Record<string, FailureReason>> = {
  ENOSPC: 'disk_full',
  EROFS: 'read_only',
  EACCES: 'read_only',
};
const WATCH_MS = 50;

function errorOf(reply: FailedReply): ImageProcessError | RefusedFile {
  if (reply.event === 'refused') return new RefusedFile(reply.code, reply.reason);
  const { code, message } = reply;
  const cause = code === LOST_WRITE ? new LostWriteError(message) : undefined;
  return new ImageProcessError(REASONS[code ?? ''] ?? 'crashed', message, cause);
}

/** Starts the child at once when it is to stay warm. */
export function startDecoder(options: DecoderOptions) {
  const { room, memoryLimitBytes, nodeOptions, places, staysWarm, log } = options;
  const waiting: Call[] = [];
  const running = new Map<number, Call>();
  let lastId = 0;
  let isStopped = false;
  let child: ChildProcess | null = null;
  /** As the child reported it; Linux has /proc. */
  let memory = 0;
  let isWatched = false;
  /** Set while the child is being killed. */
  let verdict: { reason: FailureReason; guilty?: Call | undefined } | null = null;

  const memoryNow = () => (process.platform === 'linux' ? largestMemory(child?.pid ?? 0) : memory);

  function condemn(reason: FailureReason, guilty?: Call): void {
    if (verdict || !child) return;
    verdict = { reason, guilty };
    killGroup(child);
  }

  function ensureChild(): ChildProcess {
    if (child) return child;
    const started = spawnChild(room, nodeOptions);
    const onEnd = (detail: string) => {
      // A dead child may leave a process of its group behind.
      killGroup(started);
      if (child === started) onExit(detail);
    };
    started.once('exit', (code, signal) => onEnd(signal ?? `exit code ${code}`));
    started.once('error', (error) => onEnd(error.message));
    // The child is our own file and sends nothing else.
    started.on('message', (message) => onReply(message as ImageReply));
    started.stderr?.on('data', (text: Buffer) =>
      log.warn({ output: text.toString('utf8').slice(0, 2000) }, 'image process wrote to stderr'),
    );
    child = started;
    memory = 0;
    return started;
  }

  /** Ends by itself when nothing runs. */
  function watch(): void {
    const calls = [...running.values()];
    const late = calls.find(({ deadline }) => deadline <= performance.now());
    if (late) condemn('timeout', late);
    else if (calls.length > 0 && memoryNow() > memoryLimitBytes) condemn('memory');
    isWatched = calls.length > 0;
    if (isWatched) setTimeout(watch, WATCH_MS);
  }

  function onReply(message: ImageReply): void {
    if (message.event === 'memory') {
      memory = message.bytes;
      return;
    }
    const call = running.get(message.id);
    if (!call || verdict) return;
    if (message.event === 'started') return limitTime(call);
    if (message.event === 'progress') return call.onPercent?.(message.percent);
    running.delete(message.id);
    // The child answers each call with the outcome of its kind.
    if (message.event === 'done') call.resolve(message.outcome as never);
    else call.reject(errorOf(message));
    if (running.size === 0) settle();
    startNext();
  }

  /** Ends an idle child that need not stay warm, or that holds memory the C library does not return. */
  function settle(): void {
    if (staysWarm && memoryNow() <= memoryLimitBytes / 2) return;
    if (child) killGroup(child);
    child = null;
  }

  function limitTime(call: Call): void {
    call.deadline = performance.now() + call.timeLimitMs;
  }

  function onExit(detail: string): void {
    const { reason, guilty } = verdict ?? { reason: 'crashed' as const };
    const calls = [...running.values()];
    const culprit = guilty ?? (calls.length === 1 ? calls[0] : undefined);
    child = null;
    verdict = null;
    running.clear();
    const others = calls.filter((call) => call !== culprit);
    waiting.unshift(...others.map((call) => ({ ...call, isSuspect: !culprit })));
    log.warn({ reason, detail, calls: calls.length }, 'image process ended');
    culprit?.reject(new ImageProcessError(reason, detail));
    startNext();
  }

  function mayRun(call: Call): boolean {
    const others = [...running.values()];
    if (others.length >= places) return false;
    if (others.length > 0 && [call, ...others].some((one) => one.isSuspect)) return false;
    return others.every((other) => other.request.input.hash !== call.request.input.hash);
  }

  function startNext(): void {
    if (isStopped || verdict) return;
    for (let next = waiting.find(mayRun); next; next = waiting.find(mayRun)) {
      waiting.splice(waiting.indexOf(next), 1);
      running.set(next.request.id, next);
      limitTime(next);
      if (!isWatched) watch();
      const process = ensureChild();
      if (process.connected) process.send(next.request, () => undefined);
    }
  }

  if (staysWarm) ensureChild();
  return {
    /** Rejects with `RefusedFile` or `ImageProcessError`. The time limit starts with the call's turn in the child. */
    call: <T>(asked: ImageCall, timeLimitMs: number, onPercent?: OnPercent): Promise<T> =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(new ImageProcessError('stopped', 'not running'));
        const request = { ...asked, id: ++lastId };
        const call = { request, timeLimitMs, deadline: 0, isSuspect: false, onPercent };
        waiting.push({ ...call, resolve, reject });
        startNext();
      }),
    pid: () => child?.pid,
    /** Ends the child; calls under way reject with `stopped`. */
    stop: async (): Promise<void> => {
      isStopped = true;
      const calls = [...waiting.splice(0), ...running.values()];
      running.clear();
      for (const { reject } of calls) reject(new ImageProcessError('stopped', 'shutting down'));
      if (!child) return;
      const last = child;
      child = null;
      killGroup(last);
      // A child that could not be started emits `error` instead.
      await once(last, 'exit').catch(() => undefined);
    },
  };
}
