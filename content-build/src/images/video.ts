/** Films: poster and facts at once; the film for browsers, its preview and the ladder later. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Rendition } from '@veldlicht/contract/renditions';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { blankFilmWords } from './blank-film-words.ts';
import { firstStep, writeStep } from './encode-picture.ts';
import { ffmpeg, hasFfmpeg, inputArguments } from './ffmpeg.ts';
import { placeholderOfStill } from './film-still.ts';
import {
  type InspectInput,
  type InspectOutcome,
  RefusedFile,
  type Rendered,
  type RenderInput,
} from './image-types.ts';
import type { Turn } from './job-gate.ts';
import { readHeader } from './picture-header.ts';
import { decodePicture, type Pixels } from './pixels.ts';
import { makePlaceholder } from './placeholder.ts';
import { inspectPlainVideo, renderPlainVideo } from './plain-video.ts';
import { probeVideo, requireComplete } from './probe-video.ts';
import { renderLadder } from './render-ladder.ts';
import { prepareFolder, withTemporary, writeWith } from './rendition-folder.ts';
import { toneMapFilter } from './tone-map.ts';
import {
  filmOutput,
  type Output,
  posterMoment,
  posterOutput,
  previewOutput,
} from './video-arguments.ts';
import type { VideoFacts } from './video-facts.ts';

const POSTER_MS = 40_000;
const PREVIEW_MS = 3 * 60_000;

/**
 * Does work from the moment of the poster on; from the start when no frame begins after that moment,
 * as in a film that is one still.
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
    const toneMap = facts.isHdr ? await toneMapFilter() : null;
    const still = posterOutput(facts, toneMap);
    const draw = (seek: string[]) =>
      ffmpeg([...seek, ...input, ...still, `file:${file}`], POSTER_MS);
    await fromMoment(facts.duration, draw);
    return decodePicture(file, await readHeader(file, 'png'), slot);
  });
}

/** Checks a film, reads its facts, and makes 960.jpg from its poster frame. */
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
    const pixels = await posterPixels(inputArguments(file, format), facts, folder, firstStep.slot);
    const shown = await makePlaceholder(pixels);
    const first = await writeStep(folder, firstStep, pixels);
    const { upright, duration, taken } = facts;
    const report = { type: 'video', extension: format, ...upright, duration } as const;
    return { ok: true, facts: { ...report, ...taken, ...shown }, renditions: [first] };
  });
}

/** Makes one MP4 unless it is there. */
async function writeFilm(
  folder: string,
  name: string,
  input: string[],
  { args, width, height }: Output,
  timeLimitMs: number,
  onSeconds?: (seconds: number) => void,
): Promise<Rendition> {
  const found = await stat(path.join(folder, name)).catch(() => null);
  const write = async (file: string) => {
    await ffmpeg([...input, ...args, `file:${file}`], timeLimitMs, onSeconds);
    await blankFilmWords(file);
  };
  const bytes = found?.size ?? (await writeWith(folder, name, write));
  return { format: 'mp4', name, width, height, bytes };
}

/** Longest a film of so many seconds may take to encode: a slow machine does half its speed. */
function filmLimit(seconds: number): number {
  return 120_000 + seconds * 4000;
}

interface Hearers {
  started: (timeLimitMs: number) => void;
  onPercent: (percent: number) => void;
}

/** Makes whatever the film's folder still lacks: ladder of the poster, preview, film. */
export async function renderVideo(
  input: RenderInput,
  turn: Turn,
  { started, onPercent }: Hearers,
): Promise<Rendered> {
  if (!(await hasFfmpeg())) return renderPlainVideo(input, turn, started);
  const { original, extension } = input;
  const facts = await probeVideo(original, extension);
  const limit = filmLimit(facts.duration);
  started(limit + PREVIEW_MS + POSTER_MS + 60_000);
  const folder = await prepareFolder(input.renditionsFolder, input.hash);
  const source = inputArguments(original, extension);
  const toneMap = facts.isHdr ? await toneMapFilter() : null;
  const decode = (slot: number) => posterPixels(source, facts, folder, slot);
  const ladder = await turn(0, (atOnce) =>
    renderLadder({ folder, upright: facts.upright, version: input.version, decode, atOnce }),
  );
  const glance = previewOutput(facts, toneMap);
  const preview = await fromMoment(facts.duration, (seek) =>
    writeFilm(folder, 'preview.mp4', [...seek, ...source], glance, PREVIEW_MS),
  );
  const onSeconds = (seconds: number) => onPercent(percentOf(seconds, facts.duration));
  const whole = filmOutput(facts, toneMap);
  const film = await writeFilm(folder, 'video.mp4', source, whole, limit, onSeconds);
  return { renditions: [...ladder, film, preview], shown: await placeholderOfStill(folder) };
}

/** Whole percents; 100 is for a film that is there. */
function percentOf(seconds: number, duration: number): number {
  return Math.max(0, Math.min(99, Math.floor((100 * seconds) / duration)));
}
