/** Posters of a video that nothing here can decode: sent by the admin's browser, or a neutral one. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { FIRST_NAME, type Size, slotSize } from '@veldlicht/contract/ladder';
import type { Placeholder, RenderInput } from './image-types.ts';
import { readHeader } from './picture-header.ts';
import { decodePicture, type Pixels } from './pixels.ts';
import { makePlaceholder } from './render-ladder.ts';

/** Greys of the neutral poster, top and bottom: dusk, on which white words can be read. */
const TOP = 0x4a;
const BOTTOM = 0x26;

/** A plain picture in the shape of a video. */
function neutralPixels(upright: Size, slot: number): Pixels {
  const { width, height } = slotSize(upright, slot);
  const data = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row++) {
    const tone = Math.round(TOP + ((BOTTOM - TOP) * row) / Math.max(1, height - 1));
    data.fill(tone, row * width * 3, (row + 1) * width * 3);
  }
  return { data, options: { raw: { width, height, channels: 3 } }, width, height, isWide: false };
}

/** The largest JPEG of a poster that was made before: the picture that was sent may be gone. */
async function madePoster(folder: string) {
  const slotOf = (name: string) => Number.parseInt(name, 10);
  const names = (await readdir(folder)).filter((name) => /^\d+(?:-\w+)?\.jpg$/.test(name));
  const largest = names.sort((a, b) => slotOf(b) - slotOf(a))[0];
  return largest === undefined
    ? null
    : ({ file: path.join(folder, largest), extension: 'jpg' } as const);
}

/** The picture that was sent; else the poster a try before made; else the neutral one. */
export async function posterSource(
  { poster }: Pick<RenderInput, 'poster'>,
  folder: string,
  upright: Size,
): Promise<{ upright: Size; decode: (slot: number) => Promise<Pixels> }> {
  const still = poster ?? (await madePoster(folder));
  if (!still) return { upright, decode: async (slot) => neutralPixels(upright, slot) };
  const header = await readHeader(still.file, still.extension);
  return { upright: header.upright, decode: (slot) => decodePicture(still.file, header, slot) };
}

/** What stands for the video until its poster has loaded. */
export async function placeholderOfPoster(folder: string): Promise<Placeholder> {
  const file = path.join(folder, FIRST_NAME);
  return makePlaceholder(await decodePicture(file, await readHeader(file, 'jpg'), 480));
}
