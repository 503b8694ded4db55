/** Videos: poster and facts at once; the video for browsers, its preview and the ladder later; then its versions. */
import path from 'node:path';
import { FIRST_SLOT } from '@veldlicht/contract/ladder';
import type { Rendition } from '@veldlicht/contract/renditions';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { VIDEO_NAME } from '@veldlicht/contract/video-versions';
import { ffmpeg, hasFfmpeg, inputArguments } from './ffmpeg.ts';
import {
  type InspectInput,
  type InspectOutcome,
  RefusedFile,
  type Rendered,
  type RenderInput,
  type VersionsInput,
} from './image-types.ts';
import { cleanIndex } from './movie-index.ts';
import { readHeader } from './picture-header.ts';
import { decodePicture, type Pixels } from './pixels.ts';
import { inspectPlainVideo, renderPlainVideo } from './plain-video.ts';
import { placeholderOfPoster } from './poster.ts';
import { probeVideo, requireComplete, type VideoFacts } from './probe-video.ts';
import { makePlaceholder, renderLadder, writeFirst } from './render-ladder.ts';
import { prepareFolder, renditionSize, withTemporary, writeWith } from './rendition-folder.ts';
import type { Turn } from './turns.ts';
import {
  type Output,
  posterMoment,
  posterOutput,
  previewOutput,
  toneMapFilter,
  versionOutput,
  videoOutput,
} from './video-arguments.ts';

const POSTER_MS = 40_000;
const PREVIEW_MS = 3 * 60_000;

/**
 * Does work from the moment of the poster on; from the start when no frame begins after that moment,
 * as in a video that is one still.
 */
async function fromMoment<T>(duration: number, work: (seek: string[]) => Promise<T>): Promise<T> {
  const seek = ['-abort_on', 'empty_output', '-ss', posterMoment(duration).toFixed(3)];
  return work(seek).catch((error: unknown) => {
    if (error instanceof RefusedFile) return work([]);
    throw error;
  });
}

/** The poster frame as pixels, by way of a temporary PNG in the folder. */
async function posterPixels(
  input: string[],
  facts: VideoFacts,
  folder: string,
  slot: number,
): Promise<Pixels> {
  return withTemporary(folder, 'poster.png', async (file) => {
    const output = posterOutput(facts, await toneMapFilter(facts));
    const draw = (seek: string[]) =>
      ffmpeg([...seek, ...input, ...output, `file:${file}`], POSTER_MS);
    await fromMoment(facts.duration, draw);
    return decodePicture(file, await readHeader(file, 'png'), slot);
  });
}

/** Checks a video, reads its facts, and makes 960.jpg from its poster frame. Throws `RefusedFile`. */
export async function inspectVideo(
  input: InspectInput,
  format: AcceptedFormat,
  turn: Turn,
): Promise<InspectOutcome> {
  if (!(await hasFfmpeg())) return inspectPlainVideo(input, format);
  const { file, renditionsFolder, hash } = input;
  const facts = await probeVideo(file, format);
  await requireComplete(file, format, facts);
  return turn(0, async () => {
    const folder = await prepareFolder(renditionsFolder, hash);
    const pixels = await posterPixels(inputArguments(file, format), facts, folder, FIRST_SLOT);
    const shown = await makePlaceholder(pixels);
    const first = await writeFirst(folder, pixels);
    const { upright, duration, taken } = facts;
    const report = { type: 'video', extension: format, ...upright, duration } as const;
    return { ok: true, facts: { ...report, ...taken, ...shown }, renditions: [first] };
  });
}

/** Makes one MP4 unless it is there. */
async function writeVideo(
  folder: string,
  name: string,
  input: string[],
  { args, width, height }: Output,
  timeLimitMs: number,
  onSeconds?: (seconds: number) => void,
): Promise<Rendition> {
  const write = async (file: string) => {
    await ffmpeg([...input, ...args, `file:${file}`], timeLimitMs, onSeconds);
    await cleanIndex(file);
  };
  const bytes = (await renditionSize(folder, name)) ?? (await writeWith(folder, name, write));
  return { format: 'mp4', name, width, height, bytes };
}

/** Longest a video of so many seconds may take to encode: a slow machine does half its speed. */
function encodingLimit(seconds: number): number {
  return 120_000 + seconds * 4000;
}

/** Whole percents; 100 is for a video that is there. */
function percentOf(seconds: number, duration: number): number {
  return Math.max(0, Math.min(99, Math.floor((100 * seconds) / duration)));
}

interface Hearers {
  started: (timeLimitMs: number) => void;
  onPercent: (percent: number) => void;
}

/** Makes whatever the video's folder still lacks: ladder of the poster, preview, video. */
export async function renderVideo(
  input: RenderInput,
  turn: Turn,
  { started, onPercent }: Hearers,
): Promise<Rendered> {
  if (!(await hasFfmpeg())) return renderPlainVideo(input, turn, started);
  const { original, extension } = input;
  const facts = await probeVideo(original, extension);
  const { duration, upright } = facts;
  const limit = encodingLimit(duration);
  started(limit + PREVIEW_MS + POSTER_MS + 60_000);
  const folder = await prepareFolder(input.renditionsFolder, input.hash);
  const source = inputArguments(original, extension);
  const toneMap = await toneMapFilter(facts);
  const decode = (slot: number) => posterPixels(source, facts, folder, slot);
  const { edition, packet } = input;
  const ladder = await turn(0, () => renderLadder({ folder, upright, edition, packet, decode }));
  const preview = await fromMoment(duration, (seek) => {
    const output = previewOutput(facts, toneMap);
    return writeVideo(folder, 'preview.mp4', [...seek, ...source], output, PREVIEW_MS);
  });
  const onSeconds = (seconds: number) => onPercent(percentOf(seconds, duration));
  const output = videoOutput(facts, toneMap);
  const video = await writeVideo(folder, VIDEO_NAME, source, output, limit, onSeconds);
  return { renditions: [...ladder, video, preview], shown: await placeholderOfPoster(folder) };
}

/** Longest that one version may take: behind all else on a slow machine, and at least so many times its length. */
function versionLimit(seconds: number): number {
  return 600_000 + seconds * 20_000;
}

/** Makes whatever versions the folder lacks, each of the next larger one: the video itself is the largest. */
export async function renderVersions(
  { renditionsFolder, hash, duration, versions }: VersionsInput,
  started: Hearers['started'],
): Promise<Rendered> {
  const limit = versionLimit(duration);
  started(limit * versions.length + 60_000);
  const folder = await prepareFolder(renditionsFolder, hash);
  const renditions: Rendition[] = [];
  let larger = VIDEO_NAME;
  for (const version of versions) {
    const source = inputArguments(path.join(folder, larger), 'mp4');
    const { name } = version;
    renditions.push(await writeVideo(folder, name, source, versionOutput(version), limit));
    larger = name;
  }
  return { renditions };
}
