/** Films: poster and facts at once; the film for browsers, its preview and the ladder later. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Rendition } from '@veldlicht/contract/renditions';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { blankFilmWords } from './blank-film-words.ts';
import { firstStep, writeStep } from './encode-picture.ts';
import { ffmpeg, hasFfmpeg, inputArguments } from './ffmpeg.ts';
import {
  type InspectInput,
  type InspectOutcome,
  RefusedFile,
  type RenderInput,
} from './image-types.ts';
import type { Turn } from './job-gate.ts';
import { readHeader } from './picture-header.ts';
import { decodePicture, type Pixels } from './pixels.ts';
import { makePlaceholder } from './placeholder.ts';
import { probeVideo, requireComplete } from './probe-video.ts';
import { renderLadder } from './render-ladder.ts';
import { prepareFolder, withTemporary, writeWith } from './rendition-folder.ts';
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

async function requireFfmpeg(): Promise<void> {
  if (await hasFfmpeg()) return;
  throw new RefusedFile(
    'unsupported_type',
    'Videos need ffmpeg on the server, which is not installed. Photos are accepted.',
  );
}

/** The poster frame as pixels, by way of a temporary PNG in the folder. */
async function posterPixels(
  input: string[],
  facts: VideoFacts,
  folder: string,
  slot: number,
): Promise<Pixels> {
  return withTemporary(folder, 'poster.png', async (file) => {
    const seek = ['-ss', posterMoment(facts.duration).toFixed(3)];
    await ffmpeg([...seek, ...input, ...posterOutput(facts), `file:${file}`], POSTER_MS);
    return decodePicture(file, await readHeader(file, 'png'), slot);
  });
}

/** Checks a film, reads its facts, and makes 960.jpg from its poster frame. */
export async function inspectVideo(
  { file, renditionsFolder, hash }: InspectInput,
  format: AcceptedFormat,
  turn: Turn,
): Promise<InspectOutcome> {
  await requireFfmpeg();
  const facts = await probeVideo(file, format);
  await requireComplete(file, format, facts);
  return turn(0, async () => {
    const folder = await prepareFolder(renditionsFolder, hash);
    const input = inputArguments(file, format);
    const pixels = await posterPixels(input, facts, folder, firstStep.slot);
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
): Promise<Rendition> {
  const found = await stat(path.join(folder, name)).catch(() => null);
  const write = async (file: string) => {
    await ffmpeg([...input, ...args, `file:${file}`], timeLimitMs);
    await blankFilmWords(file);
  };
  const bytes = found?.size ?? (await writeWith(folder, name, write));
  return { format: 'mp4', name, width, height, bytes };
}

/** Longest a film of so many seconds may take to encode: a slow machine does half its speed. */
function filmLimit(seconds: number): number {
  return 120_000 + seconds * 4000;
}

/** Makes whatever the film's folder still lacks: ladder of the poster, preview, film. */
export async function renderVideo(
  input: RenderInput,
  turn: Turn,
  started: (timeLimitMs: number) => void,
): Promise<Rendition[]> {
  await requireFfmpeg();
  const { original, extension } = input;
  const facts = await probeVideo(original, extension);
  const limit = filmLimit(facts.duration);
  started(limit + PREVIEW_MS + POSTER_MS + 60_000);
  const folder = await prepareFolder(input.renditionsFolder, input.hash);
  const source = inputArguments(original, extension);
  const decode = (slot: number) => posterPixels(source, facts, folder, slot);
  const ladder = await turn(0, (isAlone) =>
    renderLadder({ folder, upright: facts.upright, decode, atOnce: isAlone }),
  );
  const seek = ['-ss', posterMoment(facts.duration).toFixed(3), ...source];
  const preview = await writeFilm(folder, 'preview.mp4', seek, previewOutput(facts), PREVIEW_MS);
  const film = await writeFilm(folder, 'video.mp4', source, filmOutput(facts), limit);
  return [...ladder, film, preview];
}
