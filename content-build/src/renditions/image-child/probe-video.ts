/** Looks into a video with ffprobe and refuses what is damaged or too long, in bounded time. */

import {
  cleanText,
  NO_FACTS,
  plainDate,
  plainDescription,
  plainLocation,
} from '@veldlicht/contract/file-facts';
import type { Size } from '@veldlicht/contract/ladder';
import { MAX_DESCRIPTION, MAX_TITLE } from '@veldlicht/contract/limits';
import { reason } from '@veldlicht/contract/reason';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { z } from 'zod';
import { ffmpeg, inputArguments, runProgram } from './ffmpeg.ts';
import { RefusedFile, type TakenFacts, unreadable, unsupported } from './image-types.ts';
import { cameraName } from './metadata.ts';
import { turned } from './target-size.ts';

const tags = z.record(z.string(), z.string()).catch({});
const stream = z.object({
  index: z.int(),
  codec_type: z.string().catch(''),
  codec_name: z.string().catch(''),
  pix_fmt: z.string().catch(''),
  width: z.int().catch(0),
  height: z.int().catch(0),
  sample_aspect_ratio: z.string().catch('1:1'),
  color_transfer: z.string().catch(''),
  field_order: z.string().catch('progressive'),
  duration: z.coerce.number().catch(0),
  disposition: z.record(z.string(), z.number()).catch({}),
  side_data_list: z.array(z.object({ rotation: z.number().catch(0) })).catch([]),
});
type Stream = z.infer<typeof stream>;
const probeOutput = z.object({
  streams: z.array(stream),
  format: z.object({ duration: z.coerce.number().catch(0), tags }).catch({ duration: 0, tags: {} }),
});

export interface VideoFacts {
  /** As shown: turned, with square pixels. */
  upright: Size;
  /** Seconds; 0 when the file does not say. */
  duration: number;
  /** Index of the video stream, and of the audio stream if there is one. */
  videoStream: number;
  audioStream: number | null;
  /** H.264 and AAC that every browser plays: the streams may be copied. */
  isWebReady: boolean;
  /** In PQ or HLG: brighter than a plain screen, and washed out there unless tones are mapped. */
  isHdr: boolean;
  taken: TakenFacts;
}

/** '+52.1312+005.8604+012.3/' (ISO 6709) → 'lat, lon'. */
export function isoLocation(text: string | undefined): string | null {
  const found = /^([+-]\d{2}(?:\.\d+)?)([+-]\d{3}(?:\.\d+)?)/.exec(text ?? '');
  return found ? plainLocation(Number(found[1]), Number(found[2])) : null;
}

function squarePixels({ width, height, sample_aspect_ratio }: Stream): Size {
  const [x = 1, y = 1] = sample_aspect_ratio.split(':').map(Number);
  const ratio = x > 0 && y > 0 && x / y > 0.1 && x / y < 10 ? x / y : 1;
  return { width: Math.max(1, Math.round(width * ratio)), height };
}

/** Facts from the words in a video, by the names ffprobe gives them. */
export function takenFacts(words: Record<string, string | undefined>): TakenFacts {
  const camera = cameraName(
    words['com.apple.quicktime.make'] ?? words.make,
    words['com.apple.quicktime.model'] ?? words.model,
  );
  const place =
    words['com.apple.quicktime.location.ISO6709'] ?? words.location ?? words['location-eng'];
  return {
    camera: camera ? { camera } : {},
    // The others say the local time and how far it is from UTC; the last one is UTC itself.
    facts: {
      ...NO_FACTS,
      title: plainDescription(words.title, MAX_TITLE),
      description: cleanText(words.description ?? words.comment, MAX_DESCRIPTION),
      date:
        plainDate(words['com.apple.quicktime.creationdate']) ??
        plainDate(words.date) ??
        plainDate(words['©day']) ??
        plainDate(words.creation_time),
      location: isoLocation(place),
    },
  };
}

const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67'];

/** A cover of an album is no video. */
function isMovingPicture({ codec_type, disposition }: Stream): boolean {
  return codec_type === 'video' && disposition.attached_pic !== 1;
}

/** Whether a file is whole and no video: it has sound and nothing to see. */
export function isOnlySound(printed: unknown): boolean {
  const streams = probeOutput.safeParse(printed).data?.streams ?? [];
  return streams.some((one) => one.codec_type === 'audio') && !streams.some(isMovingPicture);
}

/** Facts of the first real video stream, or null when there is none. */
export function readVideoFacts(printed: unknown): VideoFacts | null {
  const probe = probeOutput.safeParse(printed);
  if (!probe.success) return null;
  const { streams, format } = probe.data;
  const video = streams.find(isMovingPicture);
  const audio = streams.find((one) => one.codec_type === 'audio');
  if (!video || video.width < 1 || video.height < 1) return null;
  const turns = video.side_data_list.find(({ rotation }) => rotation !== 0)?.rotation ?? 0;
  const isSideways = Math.abs(turns) % 180 === 90;
  const square = squarePixels(video);
  const isHdr = HDR_TRANSFERS.includes(video.color_transfer);
  return {
    isHdr,
    upright: turned(square, isSideways ? 6 : 1),
    duration: Math.max(0, format.duration || video.duration),
    videoStream: video.index,
    audioStream: audio?.index ?? null,
    isWebReady:
      video.codec_name === 'h264' &&
      video.pix_fmt === 'yuv420p' &&
      ['progressive', 'unknown'].includes(video.field_order) &&
      square.width === video.width &&
      !isHdr &&
      (!audio || audio.codec_name === 'aac'),
    taken: takenFacts(format.tags),
  };
}

/** Longest video, in seconds, and largest side, in pixels. */
const MAX_VIDEO_SECONDS = 30 * 60;
const MAX_VIDEO_SIDE = 8192;
const PROBE_MS = 15_000;
const READ_MS = 40_000;

async function ffprobe(file: string, format: AcceptedFormat, what: string[]): Promise<string> {
  const args = ['-v', 'error', ...what, ...inputArguments(file, format)];
  return runProgram('ffprobe', args, PROBE_MS).catch(() => {
    throw unreadable();
  });
}

/** Where the last packet of a stream ends, in seconds. */
async function measureEnd(file: string, format: AcceptedFormat, stream: number): Promise<number> {
  const entries = ['-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0'];
  const printed = await ffprobe(file, format, ['-select_streams', String(stream), ...entries]);
  const ends = printed.split('\n').map((line) => {
    const [start = Number.NaN, length] = line.split(',').map(Number.parseFloat);
    return start + (length || 0);
  });
  return ends.filter(Number.isFinite).reduce((last, end) => Math.max(last, end), 0);
}

/** Facts of a video that may be published. Throws `RefusedFile`. */
export async function probeVideo(file: string, format: AcceptedFormat): Promise<VideoFacts> {
  const what = ['-print_format', 'json', '-show_streams', '-show_format'];
  const said: unknown = JSON.parse(await ffprobe(file, format, what));
  if (isOnlySound(said)) throw unsupported();
  const found = readVideoFacts(said);
  if (!found) throw unreadable();
  const measured = found.duration || (await measureEnd(file, format, found.videoStream));
  const facts = { ...found, duration: Math.round(measured * 1000) / 1000 };
  requireLimits(facts.upright, facts.duration);
  return facts;
}

/** Refuses a video without a duration, a longer or a larger one than we take. */
export function requireLimits({ width, height }: Size, seconds: number): void {
  if (!(seconds > 0)) throw unreadable();
  if (seconds > MAX_VIDEO_SECONDS)
    throw new RefusedFile(
      'unreadable_file',
      reason('video_too_long', { minutes: MAX_VIDEO_SECONDS / 60 }),
    );
  if (Math.max(width, height) > MAX_VIDEO_SIDE)
    throw new RefusedFile('unreadable_file', reason('video_too_large', { side: MAX_VIDEO_SIDE }));
}

/** A video may end this much earlier than it says: an edit list, a longer sound track. */
const MISSING_SECONDS = 1;
const MISSING_SHARE = 0.05;

/** Reads every packet of the video: a cut-off file ends before its index or header says. */
export async function requireComplete(file: string, format: AcceptedFormat, facts: VideoFacts) {
  const streams = [facts.videoStream, facts.audioStream].filter((stream) => stream !== null);
  const maps = streams.flatMap((stream) => ['-map', `0:${stream}`]);
  const read = [...maps, '-c', 'copy', '-f', 'null', '-progress', 'pipe:1', '-nostats', '-'];
  const printed = await ffmpeg(['-xerror', ...inputArguments(file, format), ...read], READ_MS);
  const begins = [...printed.matchAll(/^out_time_us=(\d+)$/gm)].map(
    ([, text]) => Number(text) / 1e6,
  );
  if (isReached(Math.max(0, ...begins), facts.duration)) return;
  // That was where the last packet begins; a still at the end may stand for long.
  const ends = await Promise.all(streams.map((stream) => measureEnd(file, format, stream)));
  requireReached(Math.max(...ends), facts.duration);
}

function isReached(end: number, duration: number): boolean {
  const missing = duration - end;
  return missing <= MISSING_SECONDS || missing <= duration * MISSING_SHARE;
}

/** Refuses a video whose last packet ends well before the video says it does, both in seconds. */
export function requireReached(end: number, duration: number): void {
  if (!isReached(end, duration)) throw unreadable();
}
