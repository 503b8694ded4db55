/** Encodes all stills of one picture from one decode, each size from the next larger one. */
import path from 'node:path';
import {
  FIRST_NAME,
  FIRST_SLOT,
  ladderOf,
  type Size,
  type Still,
} from '@veldlicht/contract/ladder';
import type { Rendition } from '@veldlicht/contract/renditions';
import { Semaphore } from 'async-mutex';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Placeholder } from './image-types.ts';
import { fromPixels, type Pixels, shrink } from './pixels.ts';
import { linkFirst, prepareFolder, renditionSize, writeRendition } from './rendition-folder.ts';

/** AVIF quality by slot, which equals sharp's default at effort 4 by butteraugli (decision 013). */
const AVIF_QUALITY: Record<number, number> = { 480: 55, 960: 53, 1600: 53, 2560: 52, 3840: 51 };
const JPEG_QUALITY = 82;

/** mozjpeg's quantisation only: all of mozjpeg takes five times as long for 5 to 14 % (decision 013). */
const plainJpeg = { quantisationTable: 3, optimiseCoding: false };

type StillKind = Pick<Still, 'format' | 'slot' | 'name'>;

/**
 * Megapixels in AVIF encoders at a time, 24 MB of memory each. Landscapes of 3840 and 2560 fit. Of waiting ones the
 * smallest goes first, since it fits beside a large one.
 */
const ENCODED_AT_ONCE = 15;
const encoders = new Semaphore(ENCODED_AT_ONCE);

/** Encodes pixels at their size, with `packet` as XMP. */
function encode({ format, slot }: StillKind, pixels: Pixels, packet: string | null) {
  const plain = fromPixels(pixels);
  const pipeline = packet === null ? plain : plain.withXmp(packet);
  if (format === 'jpg') return pipeline.jpeg({ quality: JPEG_QUALITY, ...plainJpeg }).toBuffer();
  const megapixels = Math.ceil((pixels.width * pixels.height) / 1e6);
  const form = { quality: AVIF_QUALITY[slot], effort: 0, chromaSubsampling: '4:2:0' };
  const work = () => pipeline.avif(form).toBuffer();
  return encoders.runExclusive(work, Math.min(megapixels, ENCODED_AT_ONCE), -megapixels);
}

async function writeStill(
  folder: string,
  still: StillKind,
  pixels: Pixels,
  packet: string | null,
): Promise<Rendition> {
  const { format, name } = still;
  const bytes = await writeRendition(folder, name, await encode(still, pixels, packet));
  return { format, name, width: pixels.width, height: pixels.height, bytes };
}

interface Ladder {
  folder: string;
  upright: Size;
  edition: string;
  packet: string;
  /** Decodes the source to a longer side of `slot`; called only when a still is missing. */
  decode: (slot: number) => Promise<Pixels>;
  /** The largest size of the ladder, when it is decoded already. */
  known?: Pixels | null;
}

/** Makes the missing stills and links `FIRST_NAME`. Returns all, AVIF first, smallest first. */
export async function renderLadder(ladder: Ladder): Promise<Rendition[]> {
  const { folder, upright, edition, packet, decode, known = null } = ladder;
  const stills = ladderOf(edition, upright);
  const made = new Map<Still, Rendition>();
  for (const still of stills) {
    const { format, name } = still;
    const bytes = await renditionSize(folder, name);
    if (bytes === null) continue;
    // Shrinking in steps may differ from the ladder by a pixel.
    const { width, height } = await sharp(path.join(folder, name)).metadata();
    made.set(still, { format, name, width, height, bytes });
  }
  const absent = stills.filter((still) => !made.has(still));
  const lowest = Math.min(...absent.map(({ slot }) => slot));
  const slots = new Set(stills.map(({ slot }) => slot).filter((slot) => slot >= lowest));
  const writing: Promise<void>[] = [];
  const faults: unknown[] = [];
  const write = async (still: Still, pixels: Pixels) => {
    try {
      made.set(still, await writeStill(folder, still, pixels, packet));
    } catch (error) {
      faults.push(error);
    }
  };
  let pixels = known;
  try {
    // Through every size, also present ones: a missing still gets the bytes it had, as its name promises.
    for (const slot of [...slots].sort((a, b) => b - a)) {
      pixels = pixels ? await shrink(pixels, upright, slot) : await decode(slot);
      for (const still of absent.filter((one) => one.slot === slot))
        writing.push(write(still, pixels));
    }
  } finally {
    // Nothing may still be writing when the caller clears the folder.
    await Promise.all(writing);
  }
  if (faults.length > 0) throw faults[0];
  const all = stills.flatMap((still) => made.get(still) ?? []);
  return linkFirst(folder, all);
}

/** Computes ThumbHash and mean colour in sRGB. */
async function makePlaceholder(pixels: Pixels): Promise<Placeholder> {
  const { data, info } = await sharp(pixels.data, pixels.options)
    .resize(100, 100, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = rgbaToThumbHash(info.width, info.height, data);
  const { channels } = await sharp(data, { raw: info }).stats();
  const mean = Buffer.from(channels.slice(0, 3).map((one) => Math.round(one.mean)));
  const color = `#${mean.toString('hex')}`;
  return { placeholder: Buffer.from(hash).toString('base64'), color };
}

/** Makes the first rendition, without XMP: the rights are not known yet. */
export async function renderFirst(root: string, hash: string, pixels: Pixels) {
  const folder = await prepareFolder(root, hash);
  const still = { format: 'jpg', slot: FIRST_SLOT, name: FIRST_NAME } as const;
  const [shown, first] = await Promise.all([
    makePlaceholder(pixels),
    writeStill(folder, still, pixels, null),
  ]);
  return { shown, renditions: [first] };
}
