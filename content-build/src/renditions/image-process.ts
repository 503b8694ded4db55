/**
 * The image processes: a warm one for two photos at a time, and a new one for each call about a video. They have limits
 * of memory and time, and alone die of a bad file (F15, T17).
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { reason } from '@veldlicht/contract/reason';
import type { Rendition } from '@veldlicht/contract/renditions';
import {
  type FailedReply,
  type ImageCall,
  type ImageReply,
  type ImageRequest,
  type Inspected,
  type InspectInput,
  isVideo,
  RefusedFile,
  type RenderInput,
  unreadable,
  type VersionsInput,
  type VideoFound,
} from '#renditions/image-child/image-types.ts';
import {
  type DecoderRoom,
  killGroup,
  type Logger,
  largestMemory,
  openRoom,
  spawnChild,
} from './decoder-room.ts';

export type FailureReason = 'timeout' | 'memory' | 'crashed' | 'stopped';

/** A call without an outcome: the child was killed. */
export class ImageProcessError extends Error {
  override name = 'ImageProcessError';
  readonly reason: FailureReason;
  constructor(reason: FailureReason, detail: string) {
    super(`image process: ${reason} (${detail})`);
    this.reason = reason;
  }
}

export interface ImageProcessOptions {
  log: Logger;
  room?: DecoderRoom;
  /** Options of Node for the child; tests load faults with them. */
  nodeOptions?: string[];
  memoryLimitBytes?: number;
  /** Time limit of one photo. */
  timeLimitMs?: number;
}

type OnPercent = (percent: number) => void;

interface Call {
  request: ImageRequest;
  timeLimitMs: number;
  /** By `performance.now()`, once it runs. */
  deadline: number;
  /** Was running beside another call when the child died: it is repeated alone, to find the culprit. */
  isSuspect: boolean;
  onPercent: OnPercent | undefined;
  resolve: (outcome: never) => void;
  reject: (error: Error) => void;
}

const WATCH_MS = 50;

function errorOf(reply: FailedReply): Error {
  if (reply.event === 'refused') return new RefusedFile(reply.code, reply.reason);
  return Object.assign(new Error(reply.message), { code: reply.code });
}

interface Decoder extends ImageProcessOptions {
  memoryLimitBytes: number;
  /** Calls at a time. */
  places: number;
  /** Keeps the child running between calls. */
  staysWarm: boolean;
}

/** Starts the child at once when it is to stay warm. */
function startDecoder(options: Decoder) {
  const { log, room = openRoom, nodeOptions = [], memoryLimitBytes, places, staysWarm } = options;
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
    if (message.event === 'started') limitTime(call);
    else if (message.event === 'progress') call.onPercent?.(message.percent);
    else {
      running.delete(message.id);
      // The child answers each call with the outcome of its kind.
      if (message.event === 'done') call.resolve(message.outcome as never);
      else call.reject(errorOf(message));
      if (running.size === 0) settle();
      startNext();
    }
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
    /** The time limit starts with the call's turn in the child. */
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

/** Calls reject with `RefusedFile`, `ImageProcessError`, or an error with the code of the system. */
export type ImageProcess = ReturnType<typeof startImageProcess>;

const GIB = 1024 ** 3;
/** Memory of a video's process, as a multiple of a photo's: decoding 8K with ten bits takes a gigabyte. */
const VIDEO_SHARE = 2;
const INSPECT_VIDEO_MS = 90_000;

/** In milliseconds: four times the duration, for a slow machine. */
function renderLimit({ duration }: RenderInput): number {
  return 400_000 + (duration ?? 0) * 4000;
}

/** In milliseconds: these run at the lowest priority. */
function versionsLimit({ duration, versions }: VersionsInput): number {
  return versions.length * (600_000 + duration * 20_000);
}

/** Starts the warm process of photos; a video's may use twice its memory. */
export function startImageProcess(options: ImageProcessOptions) {
  const { memoryLimitBytes = GIB, timeLimitMs = 60_000 } = options;
  const forPhotos = { ...options, memoryLimitBytes, places: 2, staysWarm: true };
  const forVideos = () => {
    const limit = memoryLimitBytes * VIDEO_SHARE;
    return startDecoder({ ...options, memoryLimitBytes: limit, places: 1, staysWarm: false });
  };
  const decoders = {
    photos: startDecoder(forPhotos),
    inspectVideo: forVideos(),
    renderVideo: forVideos(),
    versions: forVideos(),
  };

  /** Refuses a video at its time limit: another attempt would take as long. */
  const callAboutVideo = <T>(
    call: Extract<ImageCall, { kind: 'inspectVideo' | 'renderVideo' | 'versions' }>,
    limitMs: number,
    onPercent?: OnPercent,
  ): Promise<T> =>
    decoders[call.kind].call<T>(call, limitMs, onPercent).catch((error) => {
      const isTimeout = error instanceof ImageProcessError && error.reason === 'timeout';
      throw isTimeout ? unreadable(reason('reading_too_long')) : error;
    });

  return {
    inspect: async (input: InspectInput): Promise<Inspected> => {
      const call = { kind: 'inspect', input } as const;
      const found = await decoders.photos.call<Inspected | VideoFound>(call, timeLimitMs);
      if (!('video' in found)) return found;
      const video = { ...input, extension: found.video };
      return callAboutVideo({ kind: 'inspectVideo', input: video }, INSPECT_VIDEO_MS);
    },
    /** `onPercent` gets the encoded share of a video. */
    render: (input: RenderInput, onPercent?: OnPercent): Promise<Rendition[]> =>
      isVideo(input.extension)
        ? callAboutVideo({ kind: 'renderVideo', input }, renderLimit(input), onPercent)
        : decoders.photos.call({ kind: 'render', input }, timeLimitMs),
    versions: (input: VersionsInput): Promise<Rendition[]> =>
      callAboutVideo({ kind: 'versions', input }, versionsLimit(input)),
    pid: (work: keyof typeof decoders = 'photos') => decoders[work].pid(),
    /** Ends the children; pending calls reject with `stopped`. */
    stop: async (): Promise<void> => {
      await Promise.all(Object.values(decoders).map((decoder) => decoder.stop()));
    },
  };
}
