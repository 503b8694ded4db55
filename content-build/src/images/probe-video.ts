/** Looks into a film and refuses what is damaged or too long, in bounded time. */
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { ffmpeg, inputArguments, runProgram } from './ffmpeg.ts';
import { RefusedFile, unreadable } from './image-types.ts';
import type { Size } from './target-size.ts';
import { readVideoFacts, type VideoFacts } from './video-facts.ts';

/** Longest film, in seconds, and largest side, in pixels. */
const MAX_VIDEO_SECONDS = 30 * 60;
const MAX_VIDEO_SIDE = 8192;
const PROBE_MS = 15_000;
const READ_MS = 40_000;

async function probe(file: string, format: AcceptedFormat): Promise<VideoFacts | null> {
  const what = ['-v', 'error', '-print_format', 'json', '-show_streams', '-show_format'];
  const args = [...what, ...inputArguments(file, format)];
  const printed = await runProgram('ffprobe', args, PROBE_MS).catch(() => {
    throw unreadable();
  });
  return readVideoFacts(JSON.parse(printed));
}

/** The end of the last packet, for files that do not say how long they are. */
async function measureDuration(file: string, format: AcceptedFormat, stream: number) {
  const what = ['-v', 'error', '-select_streams', String(stream), '-of', 'csv=p=0'];
  const args = [...what, '-show_entries', 'packet=pts_time', ...inputArguments(file, format)];
  const printed = await runProgram('ffprobe', args, PROBE_MS).catch(() => {
    throw unreadable();
  });
  const times = printed.split('\n').map(Number.parseFloat).filter(Number.isFinite);
  return times.reduce((last, time) => Math.max(last, time), 0);
}

/** Facts of a film that may be published. Throws `RefusedFile`. */
export async function probeVideo(file: string, format: AcceptedFormat): Promise<VideoFacts> {
  const found = await probe(file, format);
  if (!found) throw unreadable();
  const measured = found.duration || (await measureDuration(file, format, found.videoStream));
  const facts = { ...found, duration: Math.round(measured * 1000) / 1000 };
  requireLimits(facts.upright, facts.duration);
  return facts;
}

/** Refuses a film without a duration, a longer or a larger one than we take. */
export function requireLimits({ width, height }: Size, seconds: number): void {
  if (!(seconds > 0)) throw unreadable();
  if (seconds > MAX_VIDEO_SECONDS)
    throw new RefusedFile(
      'unreadable_file',
      `This video is too long. At most ${MAX_VIDEO_SECONDS / 60} minutes are accepted.`,
    );
  if (Math.max(width, height) > MAX_VIDEO_SIDE)
    throw new RefusedFile(
      'unreadable_file',
      `This video is too large. At most ${MAX_VIDEO_SIDE} pixels a side are accepted.`,
    );
}

/** A film may end this much earlier than it says: an edit list, a longer sound track. */
const MISSING_SECONDS = 1;
const MISSING_SHARE = 0.05;

/** Reads every packet of the film: a cut-off file ends before its index or header says. */
export async function requireComplete(file: string, format: AcceptedFormat, facts: VideoFacts) {
  const maps = [facts.videoStream, facts.audioStream].flatMap((stream) =>
    stream === null ? [] : ['-map', `0:${stream}`],
  );
  const read = [...maps, '-c', 'copy', '-f', 'null', '-progress', 'pipe:1', '-nostats', '-'];
  const printed = await ffmpeg(['-xerror', ...inputArguments(file, format), ...read], READ_MS);
  const ends = [...printed.matchAll(/^out_time_us=(\d+)$/gm)].map(([, text]) => Number(text) / 1e6);
  requireReached(Math.max(0, ...ends), facts.duration);
}

/** Refuses a film whose last packet ends well before the film says it does, both in seconds. */
export function requireReached(end: number, duration: number): void {
  const missing = duration - end;
  if (missing > MISSING_SECONDS && missing > duration * MISSING_SHARE) throw unreadable();
}
