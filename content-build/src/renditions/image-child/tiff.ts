/**
 * The directories of a TIFF (TIFF 6.0 and BigTIFF), which page of it is its picture, and whether what decodes TIFFs
 * here can decode it. A file may lie about anything: no directory is read twice, and no more than a hundred.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { unreadable, unsupported } from './image-types.ts';

export const tags = {
  newSubfileType: 254,
  subfileType: 255,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  make: 271,
  samplesPerPixel: 277,
  planarConfiguration: 284,
  tileWidth: 322,
  subDirectories: 330,
  sampleFormat: 339,
  dngVersion: 50_706,
} as const;

/** The first values of a tag, by its number; none when they stand outside the file. */
export type Directory = ReadonlyMap<number, number[]>;

export interface TiffDirectories {
  /** In the order of the file. */
  pages: Directory[];
  /** What stands beside them: smaller versions, or the picture of a camera's own format. */
  inner: Directory[];
  /** The head is that of Canon's own format. */
  isCr2: boolean;
}

const known = new Set<number>(Object.values(tags));
/** Bytes of a value of each type. */
const SIZES: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };
const MAX_DIRECTORIES = 100;
const MAX_TAGS = 4096;
const MAX_VALUES = 16;

const CR2 = 'II*\0\x10\0\0\0CR';
const signatures = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'];

export function isTiff(head: Buffer): boolean {
  return signatures.includes(head.toString('latin1', 0, 4));
}

type ReadAt = (at: number, length: number) => Promise<Buffer | null>;

/** Reads exactly so many bytes; `null` outside the file. */
function readerOf(handle: FileHandle): ReadAt {
  return async (at, length) => {
    if (!Number.isSafeInteger(at + length)) return null;
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, at);
    return bytesRead === length ? bytes : null;
  };
}

/** How numbers stand in this file, and how long those of its directories are. */
function layoutOf(head: Buffer) {
  const isLittle = head.toString('latin1', 0, 2) === 'II';
  const number = (bytes: Buffer, at: number, size: number): number => {
    if (size === 8) return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
    return isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
  };
  return number(head, 2, 2) === 43
    ? { number, first: number(head, 8, 8), countSize: 8, field: 8 }
    : { number, first: number(head, 4, 4), countSize: 2, field: 4 };
}

type Layout = ReturnType<typeof layoutOf>;

/** The first values of the tag that stands at this place of a directory. */
async function readValues(readAt: ReadAt, layout: Layout, entries: Buffer, at: number) {
  const { number, field } = layout;
  const size = SIZES[number(entries, at + 2, 2)];
  if (!size) return [];
  const count = number(entries, at + 4, field);
  const place = at + 4 + field;
  const length = Math.min(count, MAX_VALUES);
  const bytes =
    size * count <= field
      ? entries.subarray(place, place + field)
      : await readAt(number(entries, place, field), size * length);
  return bytes ? Array.from({ length }, (_, i) => number(bytes, i * size, size)) : [];
}

/** One directory and where the next one is (0: there is none); `null` when it cannot be read. */
async function readDirectory(readAt: ReadAt, layout: Layout, offset: number) {
  const { number, countSize, field } = layout;
  const counted = await readAt(offset, countSize);
  const count = counted ? number(counted, 0, countSize) : 0;
  if (count < 1 || count > MAX_TAGS) return null;
  // A tag, its type, how many values, and the values or where they are.
  const entrySize = 4 + 2 * field;
  const entries = await readAt(offset + countSize, count * entrySize);
  if (!entries) return null;
  const directory = new Map<number, number[]>();
  for (let at = 0; at < entries.length; at += entrySize) {
    const tag = number(entries, at, 2);
    if (known.has(tag)) directory.set(tag, await readValues(readAt, layout, entries, at));
  }
  const link = await readAt(offset + countSize + entries.length, field);
  return { directory, next: link ? number(link, 0, field) : 0 };
}

/** The directories of a TIFF, as far as they can be read. */
export async function readDirectories(file: string): Promise<TiffDirectories> {
  const handle = await open(file, 'r');
  try {
    const readAt = readerOf(handle);
    const head = (await readAt(0, 16)) ?? Buffer.alloc(16);
    const isCr2 = head.toString('latin1', 0, 10) === CR2;
    const found: TiffDirectories = { pages: [], inner: [], isCr2 };
    if (!isTiff(head)) return found;
    const layout = layoutOf(head);
    const seen = new Set([0]);
    const visit = async (offset: number) => {
      if (seen.has(offset) || seen.size > MAX_DIRECTORIES) return null;
      seen.add(offset);
      return readDirectory(readAt, layout, offset);
    };
    for (let at = await visit(layout.first); at; at = await visit(at.next)) {
      found.pages.push(at.directory);
      for (const offset of at.directory.get(tags.subDirectories) ?? []) {
        const sub = await visit(offset);
        if (sub) found.inner.push(sub.directory);
      }
    }
    return found;
  } finally {
    await handle.close();
  }
}

const JPEG = 7;
/** None, CCITT, LZW, JPEG, ZIP (both numbers), PackBits and WebP. */
const COMPRESSIONS = [1, 2, 3, 4, 5, JPEG, 8, 32_773, 32_946, 50_001];
/** SGI LogLuv has a form of its own for numbers. */
const LOG_COMPRESSIONS = [34_676, 34_677];

const GREYS = [0, 1];
const YCBCR = 6;
const LAB = 8;
const CMYK = 5;
/** The others are RGB and palette. */
const PHOTOMETRICS = [...GREYS, 2, 3, CMYK, YCBCR, LAB];
/** The colours and one for what shows through; more are masks that somebody has saved with the picture. */
const maxChannels = (photometric: number) => (photometric === CMYK ? 5 : 4);

const SEPARATE_PLANES = 2;

const FLOAT = 3;
/** Bits per channel by kind of number: whole, floating, and not said. */
const DEPTHS: Record<number, number[]> = {
  1: [1, 2, 4, 8, 16],
  [FLOAT]: [16, 32],
  4: [1, 2, 4, 8, 16],
};

/** Of other forms black or noise would be made, or nothing at all. */
function isDecodable(page: Directory): boolean {
  const first = (tag: number, otherwise: number) => page.get(tag)?.[0] ?? otherwise;
  const compression = first(tags.compression, 1);
  const photometric = first(tags.photometric, 1);
  const kind = first(tags.sampleFormat, 1);
  const bits = page.get(tags.bitsPerSample) ?? [1];
  if (LOG_COMPRESSIONS.includes(compression)) return true;
  if (first(tags.samplesPerPixel, 1) > maxChannels(photometric)) return false;
  const hasPlanes = first(tags.planarConfiguration, 1) === SEPARATE_PLANES;
  if (hasPlanes && page.has(tags.tileWidth)) return false;
  if (!COMPRESSIONS.includes(compression) || !PHOTOMETRICS.includes(photometric)) return false;
  if (photometric === YCBCR && compression !== JPEG) return false;
  if (photometric === LAB && bits[0] !== 16) return false;
  if (kind === FLOAT && GREYS.includes(photometric)) return false;
  return bits.every((depth) => DEPTHS[kind]?.includes(depth));
}

/** What single photosites have seen, and the same made linear. */
const RAW_PHOTOMETRICS = [32_803, 34_892];

function isOfCamera({ pages, inner, isCr2 }: TiffDirectories): boolean {
  const hasRaw = (page: Directory) =>
    page.has(tags.dngVersion) || RAW_PHOTOMETRICS.includes(page.get(tags.photometric)?.[0] ?? 0);
  return isCr2 || [...pages, ...inner].some(hasRaw);
}

/** A page that is no smaller version of another one, and no mask. */
function isFull(page: Directory): boolean {
  const kind = page.get(tags.newSubfileType)?.[0] ?? 0;
  return (kind & 5) === 0 && page.get(tags.subfileType)?.[0] !== 2;
}

/** The number of the page to show; -1 when the picture itself is in a form of the camera's own. */
function mainPage({ pages }: TiffDirectories): number {
  const full = pages.findIndex(isFull);
  const isElsewhere = (page: Directory) => page.has(tags.subDirectories) || page.has(tags.make);
  return full === -1 && !pages.some(isElsewhere) ? 0 : full;
}

/**
 * The number of the page that is the picture. Refuses what a camera keeps for itself, which looks like
 * a TIFF with a small picture, and a TIFF that would be decoded to another picture than it holds.
 */
export async function findPage(file: string): Promise<number> {
  const found = await readDirectories(file).catch(() => {
    throw unreadable();
  });
  if (isOfCamera(found)) throw unsupported();
  if (found.pages.length === 0) throw unreadable();
  const number = mainPage(found);
  const page = found.pages[number];
  if (!page) throw unsupported();
  if (isDecodable(page)) return number;
  throw unsupported('tiff');
}
