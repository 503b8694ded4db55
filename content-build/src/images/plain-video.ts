/** Films on a server without ffmpeg: facts at once; stills from elsewhere and the film itself later. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Rendition } from '@veldlicht/contract/renditions';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { placeholderOfStill, stillSource } from './film-still.ts';
import type { InspectInput, InspectOutcome, Rendered, RenderInput } from './image-types.ts';
import type { Turn } from './job-gate.ts';
import { readPlainFilm, withFilm } from './plain-film.ts';
import { remuxFilm } from './remux-film.ts';
import { renderLadder } from './render-ladder.ts';
import { prepareFolder, writeWith } from './rendition-folder.ts';

/** Reading a film twice and writing it once, on a slow disk. */
const REMUX_MS = 3 * 60_000;

/** Checks a film to its last packet and reads its facts. It has no still yet. Throws `RefusedFile`. */
export async function inspectPlainVideo(
  { file }: InspectInput,
  format: AcceptedFormat,
): Promise<InspectOutcome> {
  return withFilm(file, format, async (film) => {
    const { upright, duration, taken } = await readPlainFilm(film, file);
    const shown = { placeholder: null, color: null };
    const facts = { type: 'video', extension: format, ...upright, duration } as const;
    return { ok: true, facts: { ...facts, ...taken, ...shown }, renditions: [] };
  });
}

/** Makes whatever the film's folder still lacks: ladder of the still, film. No preview. */
export async function renderPlainVideo(
  input: RenderInput,
  turn: Turn,
  started: (timeLimitMs: number) => void,
): Promise<Rendered> {
  const { original, extension, version } = input;
  started(REMUX_MS);
  const folder = await prepareFolder(input.renditionsFolder, input.hash);
  return withFilm(original, extension, async (film) => {
    const plain = await readPlainFilm(film, original);
    const source = await stillSource(input, folder, plain.upright);
    const ladder = await turn(0, (atOnce) => renderLadder({ ...source, folder, version, atOnce }));
    const name = 'video.mp4';
    const found = await stat(path.join(folder, name)).catch(() => null);
    const bytes = found?.size ?? (await writeWith(folder, name, (to) => remuxFilm(plain, to)));
    const copy: Rendition = { format: 'mp4', name, ...plain.upright, bytes };
    return { renditions: [...ladder, copy], shown: await placeholderOfStill(folder) };
  });
}
