/** The image processes: a warm one for two photos at a time, and a new one for each call about a video. */
import { reason } from '@veldlicht/contract/reason';
import type { Rendition } from '@veldlicht/contract/renditions';
import {
  type ImageCall,
  type Inspected,
  type InspectInput,
  isVideo,
  type RenderInput,
  unreadable,
  type VersionsInput,
  type VideoFound,
} from '#renditions/image-child/image-types.ts';
import { type DecoderOptions, ImageProcessError, type OnPercent, startDecoder } from './decoder.ts';
import { openRoom } from './decoder-room.ts';

export interface ImageProcessOptions
  extends Partial<Pick<DecoderOptions, 'room' | 'nodeOptions' | 'memoryLimitBytes'>>,
    Pick<DecoderOptions, 'log'> {
  /** Time limit of one photo. */
  timeLimitMs?: number;
}

/** Calls reject with `RefusedFile` or `ImageProcessError`. */
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
  const common = { room: openRoom, nodeOptions: [], ...options };
  const forVideos = () =>
    startDecoder({
      ...common,
      memoryLimitBytes: memoryLimitBytes * VIDEO_SHARE,
      places: 1,
      staysWarm: false,
    });
  const decoders = {
    photos: startDecoder({ ...common, memoryLimitBytes, places: 2, staysWarm: true }),
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
