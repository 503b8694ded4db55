/** All published sizes of one picture from one decode, each made from the next larger one. */
import path from 'node:path';
import {
  avifLadder,
  FIRST_SLOT,
  jpegLadder,
  renditionName,
  stepsFor,
} from '@veldlicht/contract/ladder';
import type { Rendition } from '@veldlicht/contract/renditions';
import { Semaphore } from 'async-mutex';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Placeholder } from './image-types.ts';
import { fromPixels, type Pixels, shrink } from './pixels.ts';
import { renditionSize, writeRendition } from './rendition-folder.ts';
import { type Size, targetSize } from './target-size.ts';

export interface Step {
  format: 'avif' | 'jpg';
  slot: number;
  quality: number;
  name: string;
}

function toSteps(format: Step['format'], ladder: readonly { slot: number; quality: number }[]) {
  return ladder.map((step): Step => ({ ...step, format, name: renditionName(step.slot, format) }));
}

export const avifSteps = toSteps('avif', avifLadder);
const jpegSteps = toSteps('jpg', jpegLadder);

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
 * Megapixels that are in AVIF encoders at a time: each takes some 20 MB of memory. A landscape and a
 * portrait 2560 wide fit, but not two portraits.
 */
const ENCODED_AT_ONCE = 15;
const encoders = new Semaphore(ENCODED_AT_ONCE);

/** Encodes pixels that have the step's size; without metadata but the profile of wide ones. */
function encodeStep({ format, quality }: Step, pixels: Pixels): Promise<Buffer> {
  const pipeline = fromPixels(pixels);
  if (format === 'jpg') return pipeline.jpeg({ quality, ...plainJpeg }).toBuffer();
  const megapixels = Math.ceil((pixels.width * pixels.height) / 1e6);
  return encoders.runExclusive(
    () => pipeline.avif({ quality, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer(),
    Math.min(megapixels, ENCODED_AT_ONCE),
  );
}

/** Encodes a step and stores it durably. */
export async function writeStep(folder: string, step: Step, pixels: Pixels): Promise<Rendition> {
  const bytes = await writeRendition(folder, step.name, await encodeStep(step, pixels));
  const { width, height } = pixels;
  return { format: step.format, name: step.name, width, height, bytes };
}

interface Ladder {
  folder: string;
  /** Size of the source, upright. */
  upright: Size;
  /** Of the AVIFs' names. */
  version?: number;
  /** Decodes the source, at most this wide; called only when something is missing. */
  decode: (slot: number) => Promise<Pixels>;
  /** Sizes of the ladder that are decoded already, largest first; emptied as they are used up. */
  known?: Pixels[];
}

async function existing(folder: string, { format, name }: Step): Promise<Rendition | null> {
  const bytes = await renditionSize(folder, name);
  if (bytes === null) return null;
  const { width, height } = await sharp(path.join(folder, name)).metadata();
  return { format, name, width, height, bytes };
}

/** Makes the missing files of the ladder. Returns all of them, AVIF first, smallest first. */
export async function renderLadder(ladder: Ladder): Promise<Rendition[]> {
  const { folder, upright, version, decode, known = [] } = ladder;
  const avifs = stepsFor(avifSteps, upright.width).map((step) => ({
    ...step,
    name: renditionName(step.slot, 'avif', version),
  }));
  const steps = [...avifs, ...stepsFor(jpegSteps, upright.width)];
  const made = new Map<Step, Rendition>();
  for (const step of steps) {
    const kept = await existing(folder, step);
    if (kept) made.set(step, kept);
  }
  const absent = steps.filter((step) => !made.has(step));
  const slots = [...new Set(absent.map(({ slot }) => slot))].sort((a, b) => b - a);
  let pixels: Pixels | null = null;
  for (const slot of slots) {
    const { width } = targetSize(upright, slot);
    while (known[0] && known[0].width >= width) pixels = known.shift() ?? null;
    pixels = pixels ? await shrink(pixels, upright, slot) : await decode(slot);
    for (const step of absent.filter((one) => one.slot === slot))
      made.set(step, await writeStep(folder, step, pixels));
  }
  return steps.flatMap((step) => made.get(step) ?? []);
}

function averageColour(rgba: Buffer): string {
  const sum = [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4)
    for (let part = 0; part < 3; part++) sum[part] = (sum[part] ?? 0) + (rgba[at + part] ?? 0);
  const hex = (total: number) =>
    Math.round((total * 4) / rgba.length)
      .toString(16)
      .padStart(2, '0');
  return `#${sum.map(hex).join('')}`;
}

/** What a page shows until the picture is there; in sRGB whatever the picture is in. */
export async function makePlaceholder(pixels: Pixels): Promise<Placeholder> {
  const { data, info } = await sharp(pixels.data, pixels.options)
    .resize(100, 100, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = rgbaToThumbHash(info.width, info.height, data);
  return { placeholder: Buffer.from(hash).toString('base64'), color: averageColour(data) };
}
