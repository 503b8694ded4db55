/** Stills of a film that nothing here can decode: sent by the admin's browser, or a neutral one. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { firstStep } from './encode-picture.ts';
import type { RenderInput } from './image-types.ts';
import { readHeader } from './picture-header.ts';
import { decodePicture, type Pixels } from './pixels.ts';
import { makePlaceholder, type Placeholder } from './placeholder.ts';
import { type Size, targetSize } from './target-size.ts';

export interface StillSource {
  upright: Size;
  /** Pixels at most this wide. */
  decode: (slot: number) => Promise<Pixels>;
}

/** Greys of the neutral still, top and bottom: dusk, on which white words can be read. */
const TOP = 0x4a;
const BOTTOM = 0x26;

/** A plain picture in the shape of a film. */
export function neutralPixels(upright: Size, slot: number): Pixels {
  const { width, height } = targetSize(upright, slot);
  const data = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row++) {
    const tone = Math.round(TOP + ((BOTTOM - TOP) * row) / Math.max(1, height - 1));
    data.fill(tone, row * width * 3, (row + 1) * width * 3);
  }
  return { data, options: { raw: { width, height, channels: 3 } }, width, height, isWide: false };
}

/** The picture that was sent; else the still a try before made; else the neutral one. */
export async function stillSource(
  { poster }: Pick<RenderInput, 'poster'>,
  folder: string,
  upright: Size,
): Promise<StillSource> {
  const made = path.join(folder, firstStep.name);
  const isMade = await access(made).then(
    () => true,
    () => false,
  );
  const still = poster ?? (isMade ? ({ file: made, extension: 'jpg' } as const) : null);
  if (!still) return { upright, decode: async (slot) => neutralPixels(upright, slot) };
  const header = await readHeader(still.file, still.extension);
  return { upright: header.upright, decode: (slot) => decodePicture(still.file, header, slot) };
}

/** What stands for the film until its still has loaded, from the first still of its folder. */
export async function placeholderOfStill(folder: string): Promise<Placeholder> {
  const file = path.join(folder, firstStep.name);
  return makePlaceholder(await decodePicture(file, await readHeader(file, 'jpg'), 480));
}
