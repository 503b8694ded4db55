/** Calls to the processes that decode: a warm one for photos, two at a time, and one for each call about a video. */
import { reason } from '@veldlicht/contract/reason';
import {
  type InspectInput,
  type InspectOutcome,
  isVideo,
  type RenderInput,
  type RenderOutcome,
  type VersionsInput,
  type VideoFound,
} from '#renditions/image-child/image-types.ts';
import { type DecoderOptions, ImageProcessError, type OnPercent, startDecoder } from './decoder.ts';
import { openRoom } from './decoder-room.ts';

export interface ImageProcessOptions
  extends Partial<Pick<DecoderOptions, 'room' | 'nodeOptions' | 'memoryLimitBytes'>>,
    Pick<DecoderOptions, 'log'> {
  /** Wall time of one photo, from the moment it has its turn. */
  timeLimitMs?: number;
}

/** All calls reject with `ImageProcessError`. */
export type ImageProcess = ReturnType<typeof startImageProcess>;

const GIB = 1024 ** 3;
/** 8K with ten bits takes a gigabyte to decode. */
const VIDEO_SHARE = 2;
const INSPECT_VIDEO_MS = 90_000;

/** A slow machine encodes at half the speed of the video. */
function renderLimit({ duration }: RenderInput): number {
  return 400_000 + (duration ?? 0) * 4000;
}

/** Behind all else: at least so many times its length. */
function versionsLimit({ duration, versions }: VersionsInput): number {
  return versions.length * (600_000 + duration * 20_000);
}

/** A video had time enough: another try would take as long. */
function refuseTimeout(error: unknown) {
  if (!(error instanceof ImageProcessError) || error.reason !== 'timeout') throw error;
  return {
    ok: false as const,
    code: 'unreadable_file' as const,
    reason: reason('reading_too_long'),
  };
}

/** Starts the process of photos at once; it may have 1 GiB, and a video's twice as much. */
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
  const { photos, inspectVideo, renderVideo, versions } = decoders;
  return {
    inspect: async (input: InspectInput): Promise<InspectOutcome> => {
      const call = { kind: 'inspect', input } as const;
      const found = await photos.call<InspectOutcome | VideoFound>(call, timeLimitMs);
      if (!('video' in found)) return found;
      const video = { ...input, extension: found.video };
      return inspectVideo
        .call<InspectOutcome>({ kind: 'inspectVideo', input: video }, INSPECT_VIDEO_MS)
        .catch(refuseTimeout);
    },
    /** `onPercent` hears how much of a video is encoded. */
    render: async (input: RenderInput, onPercent?: OnPercent): Promise<RenderOutcome> =>
      isVideo(input.extension)
        ? renderVideo
            .call<RenderOutcome>({ kind: 'renderVideo', input }, renderLimit(input), onPercent)
            .catch(refuseTimeout)
        : photos.call({ kind: 'render', input }, timeLimitMs),
    versions: (input: VersionsInput): Promise<RenderOutcome> =>
      versions
        .call<RenderOutcome>({ kind: 'versions', input }, versionsLimit(input))
        .catch(refuseTimeout),
    pid: (work: keyof typeof decoders = 'photos') => decoders[work].pid(),
    /** Ends the children; calls under way reject with `stopped`. */
    stop: async (): Promise<void> => {
      await Promise.all(Object.values(decoders).map((decoder) => decoder.stop()));
    },
  };
}
