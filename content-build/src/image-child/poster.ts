/** Posters of a video that nothing here can decode: sent by the admin's browser, or a neutral one. */
import path from 'node:path';
import type { Placeholder, RenderInput } from './image-types.ts';
import { firstStep, makePlaceholder } from './ladder.ts';
import { readHeader } from './picture-header.ts';
import { decodePicture, type Pixels } from './pixels.ts';
import { renditionSize } from './rendition-folder.ts';
import { type Size, targetSize } from './target-size.ts';

/** Greys of the neutral poster, top and bottom: dusk, on which white words can be read. */
const TOP = 0x4a;
const BOTTOM = 0x26;

/** A plain picture in the shape of a video. */
function neutralPixels(upright: Size, slot: number): Pixels {
  const { width, height } = targetSize(upright, slot);
  const data = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row++) {
    const tone = Math.round(TOP + ((BOTTOM - TOP) * row) / Math.max(1, height - 1));
    data.fill(tone, row * width * 3, (row + 1) * width * 3);
  }
  return { data, options: { raw: { width, height, channels: 3 } }, width, height, isWide: false };
}

/** The picture that was sent; else the poster a try before made; else the neutral one. */
export async function posterSource(
  { poster }: Pick<RenderInput, 'poster'>,
  folder: string,
  upright: Size,
): Promise<{ upright: Size; decode: (slot: number) => Promise<Pixels> }> {
  const made = { file: path.join(folder, firstStep.name), extension: 'jpg' } as const;
  const isMade = (await renditionSize(folder, firstStep.name)) !== null;
  const still = poster ?? (isMade ? made : null);
  if (!still) return { upright, decode: async (slot) => neutralPixels(upright, slot) };
  const header = await readHeader(still.file, still.extension);
  return { upright: header.upright, decode: (slot) => decodePicture(still.file, header, slot) };
}

/** What stands for the video until its poster has loaded. */
export async function placeholderOfPoster(folder: string): Promise<Placeholder> {
  const file = path.join(folder, firstStep.name);
  return makePlaceholder(await decodePicture(file, await readHeader(file, 'jpg'), 480));
}
