/** All published sizes of one picture from one decode, each made from the next larger one. */
import path from 'node:path';
import {
  FIRST_NAME,
  FIRST_SLOT,
  ladderOf,
  type Size,
  type Still,
  slotSize,
} from '@veldlicht/contract/ladder';
import type { Rendition } from '@veldlicht/contract/renditions';
import { Semaphore } from 'async-mutex';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Placeholder } from './image-types.ts';
import { fromPixels, type Pixels, shrink } from './pixels.ts';
import { linkRendition, renditionSize, writeRendition } from './rendition-folder.ts';

/** AVIF quality of each slot: what equals sharp's default by eye. */
const AVIF_QUALITY: Record<number, number> = { 480: 55, 960: 53, 1600: 53, 2560: 52, 3840: 52 };
const JPEG_QUALITY = 82;

/**
 * mozjpeg's table of quantisation and the plain encoder (decision 010): all else that mozjpeg does takes five
 * times as long and more, for 5 to 14 % of a file that only crawlers and very old browsers ask for.
 */
const plainJpeg = { quantisationTable: 3, optimiseCoding: false };

/** Megapixels in AVIF encoders at a time, some 20 MB of memory each. Landscapes of 3840 and 2560 fit. */
const ENCODED_AT_ONCE = 15;
const encoders = new Semaphore(ENCODED_AT_ONCE);

/** Encodes pixels that have the size of a still; of metadata it has the profile of wide ones and `packet`. */
function encode(
  { format, slot }: Pick<Still, 'format' | 'slot'>,
  pixels: Pixels,
  packet: string | null,
) {
  const plain = fromPixels(pixels);
  const pipeline = packet === null ? plain : plain.withXmp(packet);
  if (format === 'jpg') return pipeline.jpeg({ quality: JPEG_QUALITY, ...plainJpeg }).toBuffer();
  const megapixels = Math.ceil((pixels.width * pixels.height) / 1e6);
  return encoders.runExclusive(
    () =>
      pipeline
        .avif({ quality: AVIF_QUALITY[slot], effort: 0, chromaSubsampling: '4:2:0' })
        .toBuffer(),
    Math.min(megapixels, ENCODED_AT_ONCE),
  );
}

/** Encodes a still and stores it durably. */
async function writeStill(
  folder: string,
  still: Pick<Still, 'format' | 'slot' | 'name'>,
  pixels: Pixels,
  packet: string | null,
): Promise<Rendition> {
  const { format, name } = still;
  const bytes = await writeRendition(folder, name, await encode(still, pixels, packet));
  return { format, name, width: pixels.width, height: pixels.height, bytes };
}

/** Makes the first rendition. Whose it is is not known yet. */
export function writeFirst(folder: string, pixels: Pixels): Promise<Rendition> {
  const first = { format: 'jpg', slot: FIRST_SLOT, name: FIRST_NAME } as const;
  return writeStill(folder, first, pixels, null);
}

async function existing(folder: string, { format, name }: Still): Promise<Rendition | null> {
  const bytes = await renditionSize(folder, name);
  if (bytes === null) return null;
  const { width, height } = await sharp(path.join(folder, name)).metadata();
  return { format, name, width, height, bytes };
}

interface Ladder {
  folder: string;
  /** Size of the source, upright. */
  upright: Size;
  edition: string;
  packet: string;
  /** Decodes the source, its longer side at most this long; called only when something is missing. */
  decode: (slot: number) => Promise<Pixels>;
  /** Sizes of the ladder that are decoded already, largest first; emptied as they are used up. */
  known?: Pixels[];
}

/**
 * Makes the missing files of the ladder, and has the address that stays lead to one of them. Returns all, AVIF
 * first, smallest first.
 */
export async function renderLadder(ladder: Ladder): Promise<Rendition[]> {
  const { folder, upright, edition, packet, decode, known = [] } = ladder;
  const stills = ladderOf(edition, upright);
  const made = new Map<Still, Rendition>();
  for (const still of stills) {
    const kept = await existing(folder, still);
    if (kept) made.set(still, kept);
  }
  const absent = stills.filter((still) => !made.has(still));
  const slots = [...new Set(absent.map(({ slot }) => slot))].sort((a, b) => b - a);
  let pixels: Pixels | null = null;
  for (const slot of slots) {
    const { width } = slotSize(upright, slot);
    while (known[0] && known[0].width >= width) pixels = known.shift() ?? null;
    pixels = pixels ? await shrink(pixels, upright, slot) : await decode(slot);
    for (const still of absent.filter((one) => one.slot === slot))
      made.set(still, await writeStill(folder, still, pixels, packet));
  }
  const all = stills.flatMap((still) => made.get(still) ?? []);
  const first = all.find(({ format }) => format === 'jpg');
  if (first) await linkRendition(folder, first.name, FIRST_NAME);
  return first ? [...all, { ...first, name: FIRST_NAME }] : all;
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
