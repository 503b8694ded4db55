/**
 * The parent's side of decoding: a warm process for photos, two at a time, and one for each video that is read, rendered,
 * or made smaller, all in the same kind of room.
 */
import { reason } from '@veldlicht/contract/reason';
import { acceptedVideos } from '@veldlicht/contract/upload';
import type {
  InspectInput,
  InspectOutcome,
  RenderInput,
  RenderOutcome,
  VersionsInput,
  VideoFound,
} from '#renditions/image-child/image-types.ts';
import { type Decoder, ImageProcessError, startDecoder } from './decoder.ts';
import { type DecoderRoom, type Logger, openRoom } from './decoder-room.ts';

export interface ImageProcessOptions {
  /** What the children can reach; left out, everything. */
  room?: DecoderRoom;
  /** Largest resident memory of a photo's process; default 1 GiB. A video's may have twice as much. */
  memoryLimitBytes?: number;
  /** Wall time of one photo, from the moment it has its turn; default 60 s. */
  timeLimitMs?: number;
  /** Options of Node for the children; for tests that break something in it. */
  nodeOptions?: string[];
  log: Logger;
}

/** Those of a photo share a process; each of a video has its own. */
type Work = 'photos' | 'inspectVideo' | 'renderVideo' | 'versions';

export interface ImageProcess {
  /** Rejects with `ImageProcessError`. */
  inspect(input: InspectInput): Promise<InspectOutcome>;
  /** Rejects with `ImageProcessError`. `onPercent` hears how much of a video is encoded. */
  render(input: RenderInput, onPercent?: (percent: number) => void): Promise<RenderOutcome>;
  /** Makes smaller versions of a video. Rejects with `ImageProcessError`. */
  versions(input: VersionsInput): Promise<RenderOutcome>;
  /** Process id of a running child; left out, that of photos. */
  pid(work?: Work): number | undefined;
  /** Ends the children; calls under way reject with `stopped`. */
  stop(): Promise<void>;
}

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

/** Starts the process of photos at once. */
export function startImageProcess(options: ImageProcessOptions): ImageProcess {
  const { memoryLimitBytes = GIB, timeLimitMs = 60_000 } = options;
  const common = { room: openRoom, nodeOptions: [], ...options };
  // It ends with the video, so that each has one of its own.
  const forVideos = () =>
    startDecoder({
      ...common,
      memoryLimitBytes: memoryLimitBytes * VIDEO_SHARE,
      places: 1,
      staysWarm: false,
    });
  const decoders: Record<Work, Decoder> = {
    photos: startDecoder({ ...common, memoryLimitBytes, places: 2, staysWarm: true }),
    inspectVideo: forVideos(),
    renderVideo: forVideos(),
    versions: forVideos(),
  };
  const { photos, inspectVideo, renderVideo, versions } = decoders;
  return {
    inspect: async (input) => {
      const found = await photos.call<InspectOutcome | VideoFound>(
        { kind: 'inspect', input },
        timeLimitMs,
      );
      if (!('video' in found)) return found;
      const video = { ...input, extension: found.video };
      return inspectVideo
        .call<InspectOutcome>({ kind: 'inspectVideo', input: video }, INSPECT_VIDEO_MS)
        .catch(refuseTimeout);
    },
    render: (input, onPercent) =>
      acceptedVideos.some((format) => format === input.extension)
        ? renderVideo
            .call<RenderOutcome>({ kind: 'renderVideo', input }, renderLimit(input), onPercent)
            .catch(refuseTimeout)
        : photos.call({ kind: 'render', input }, timeLimitMs),
    versions: (input) =>
      versions
        .call<RenderOutcome>({ kind: 'versions', input }, versionsLimit(input))
        .catch(refuseTimeout),
    pid: (work = 'photos') => decoders[work].pid(),
    stop: async () => {
      await Promise.all(Object.values(decoders).map((decoder) => decoder.stop()));
    },
  };
}
