/**
 * The directories of a TIFF (TIFF 6.0 and BigTIFF), with the few tags that tell what its pages are.
 * A file may lie about anything in them: none is read twice, and no more than a hundred of bounded length.
 */
import { type FileHandle, open } from 'node:fs/promises';

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
