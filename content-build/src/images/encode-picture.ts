/** Pixels to published files. Encoders write no metadata but the profile of wide pixels. */
import { avifLadder, FIRST_SLOT, jpegLadder, renditionName } from '@veldlicht/contract/ladder';
import type { Rendition } from '@veldlicht/contract/renditions';
import { fromPixels, type Pixels } from './pixels.ts';
import { writeRendition } from './rendition-folder.ts';
import { createWeightGate } from './weight-gate.ts';

export interface Step {
  format: 'avif' | 'jpg';
  slot: number;
  quality: number;
  name: string;
}

export const avifSteps: readonly Step[] = avifLadder.map((step) => ({
  ...step,
  format: 'avif',
  name: renditionName(step.slot, 'avif'),
}));

export const jpegSteps: readonly Step[] = jpegLadder.map((step) => ({
  ...step,
  format: 'jpg',
  name: renditionName(step.slot, 'jpg'),
}));

/** The first rendition made: what `imageUrl` of a photo points to. */
export const firstStep: Step = {
  format: 'jpg',
  slot: FIRST_SLOT,
  quality: jpegLadder[0].quality,
  name: renditionName(FIRST_SLOT, 'jpg'),
};

/**
 * mozjpeg's table of quantisation and the plain encoder (decision 010): all else that mozjpeg does takes five
 * times as long and more, for 5 to 14 % of a file that only crawlers and very old browsers ask for.
 */
const plainJpeg = { quantisationTable: 3, optimiseCoding: false };

/**
 * Pixels that are in AVIF encoders at a time: each takes some 20 bytes of memory. A landscape and a
 * portrait 2560 wide fit, but not two portraits.
 */
const AVIF_PIXELS_AT_ONCE = 15_000_000;
const avifGate = createWeightGate(AVIF_PIXELS_AT_ONCE);

/** Encodes pixels that have the step's size already. */
export function encodeStep({ format, quality }: Step, pixels: Pixels): Promise<Buffer> {
  const pipeline = fromPixels(pixels);
  if (format === 'jpg') return pipeline.jpeg({ quality, ...plainJpeg }).toBuffer();
  return avifGate(pixels.width * pixels.height, () =>
    pipeline.avif({ quality, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer(),
  );
}

/** Whether pixels are few enough to be encoded unwatched, as those of all but the tallest pictures are. */
export function isQuickToEncode({ width, height }: Pixels): boolean {
  return width * height <= AVIF_PIXELS_AT_ONCE;
}

/** Encodes and stores durably. `encoding`: the bytes, given by who waits for them but not for the disk. */
export async function writeStep(
  folder: string,
  step: Step,
  pixels: Pixels,
  encoding = encodeStep(step, pixels),
): Promise<Rendition> {
  const bytes = await writeRendition(folder, step.name, await encoding);
  const { width, height } = pixels;
  return { format: step.format, name: step.name, width, height, bytes };
}
