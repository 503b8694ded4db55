/** Looks into a film and refuses what is damaged or too long, in bounded time. */
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { ffmpeg, inputArguments, runProgram } from './ffmpeg.ts';
import { RefusedFile, unreadable, unsupported } from './image-types.ts';
import type { Size } from './target-size.ts';
import { isOnlySound, readVideoFacts, type VideoFacts } from './video-facts.ts';

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
  const said: unknown = JSON.parse(printed);
  if (isOnlySound(said)) throw unsupported();
  return readVideoFacts(said);
}

/** Where the last packet of a stream ends, in seconds. */
async function measureEnd(file: string, format: AcceptedFormat, stream: number): Promise<number> {
  const what = ['-v', 'error', '-select_streams', String(stream), '-of', 'csv=p=0'];
  const entries = ['-show_entries', 'packet=pts_time,duration_time'];
  const args = [...what, ...entries, ...inputArguments(file, format)];
  const printed = await runProgram('ffprobe', args, PROBE_MS).catch(() => {
    throw unreadable();
  });
  const ends = printed.split('\n').map((line) => {
    const [start = Number.NaN, length] = line.split(',').map(Number.parseFloat);
    return start + (length || 0);
  });
  return ends.filter(Number.isFinite).reduce((last, end) => Math.max(last, end), 0);
}

/** Facts of a film that may be published. Throws `RefusedFile`. */
export async function probeVideo(file: string, format: AcceptedFormat): Promise<VideoFacts> {
  const found = await probe(file, format);
  if (!found) throw unreadable();
  const measured = found.duration || (await measureEnd(file, format, found.videoStream));
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

/** Refuses a film whose last packet ends well before the film says it does, both in seconds. */
export function requireReached(end: number, duration: number): void {
  if (!isReached(end, duration)) throw unreadable();
}
