/** The outermost boxes of an MP4 or MOV on disk, and its index, without reading the pictures. */
import { type FileHandle, open } from 'node:fs/promises';
import { unreadable } from './image-types.ts';
import { type Box, containers, readBoxes } from './iso-boxes.ts';

/** An index of half an hour at 60 frames a second takes a few megabytes. */
const MAX_INDEX = 64 * 1024 * 1024;
const MAX_BOXES = 100_000;

/** The outermost boxes in order. Refuses a file that ends inside one: it was cut off. */
export async function readTopBoxes(handle: FileHandle): Promise<Box[]> {
  const { size } = await handle.stat();
  const boxes: Box[] = [];
  const head = Buffer.alloc(16);
  for (let at = 0; at + 8 <= size; ) {
    head.fill(0);
    await handle.read(head, 0, 16, at);
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short || size - at;
    if (length < 8 || at + length > size || boxes.length >= MAX_BOXES) throw unreadable();
    const type = head.toString('latin1', 4, 8);
    boxes.push({ type, start: at, body: at + (short === 1 ? 16 : 8), end: at + length });
    at += length;
  }
  return boxes;
}

/** Changes the index of a film in place; nothing in it may move. */
export async function editIndex(file: string, edit: (moov: Buffer) => void): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    for (const box of await readTopBoxes(handle)) {
      if (box.type !== 'moov' || box.end - box.start > MAX_INDEX) continue;
      const moov = Buffer.alloc(box.end - box.start);
      await handle.read(moov, 0, moov.length, box.start);
      edit(moov);
      await handle.write(moov, 0, moov.length, box.start);
    }
  } finally {
    await handle.close();
  }
}

const TIMED = new Set(['mvhd', 'tkhd', 'mdhd']);
const HEADS = new Set(['mvhd', 'loci']);

/** Calls back for every box of some types in a `moov` that begins with its own header. */
function eachOf(
  types: ReadonlySet<string>,
  moov: Buffer,
  from: number,
  to: number,
  hear: (box: Box) => void,
): void {
  for (const box of readBoxes(moov, from, to) ?? []) {
    if (types.has(box.type)) hear(box);
    else if (containers.has(box.type)) eachOf(types, moov, box.body, box.end, hear);
    else if (box.type === 'udta') {
      // QuickTime ends it with a word of zeros.
      const isEnded = readBoxes(moov, box.body, box.end) === null;
      eachOf(types, moov, box.body, isEnded ? box.end - 4 : box.end, hear);
    }
  }
}

/** Takes out when a film was written: the same film gives the same bytes, today and tomorrow. */
export function blankTimes(moov: Buffer): void {
  eachOf(TIMED, moov, 8, moov.length, ({ body, end }) => {
    moov.fill(0, body + 4, Math.min(end, body + 4 + (moov[body] === 1 ? 16 : 8)));
  });
}

/** Seconds between the beginnings of 1904 and of 1970. */
const EPOCH_1904 = 2_082_844_800;

/**
 * A position (`loci` of 3GPP TS 26.244) as ISO 6709, with the digits that ffprobe gives; null when it is
 * cut short. Before the numbers stands a name that ends with a zero, in UTF-8 or UTF-16.
 */
function readPlace(moov: Buffer, { body, end }: Box): string | null {
  const content = moov.subarray(body + 6, end);
  const isWide = content.length > 1 && content.readUInt16BE(0) === 0xfeff;
  const step = isWide ? 2 : 1;
  let at = 0;
  while (at + step <= content.length && content.readUIntBE(at, step) !== 0) at += step;
  // One byte says what the place is to the film.
  at += step + 1;
  if (at + 8 > content.length) return null;
  const part = (from: number, digits: number) => {
    const degrees = content.readInt32BE(from) / 65_536;
    const text = Math.abs(degrees)
      .toFixed(4)
      .padStart(digits + 5, '0');
    return `${degrees < 0 ? '-' : '+'}${text}`;
  };
  return `${part(at + 4, 2)}${part(at, 3)}/`;
}

export interface FilmHead {
  /** Milliseconds since 1970. */
  made: number | null;
  /** ISO 6709. */
  place: string | null;
}

/** When and where a film says it was made. Refuses a file that is cut off or has no index. */
export async function readFilmHead(file: string): Promise<FilmHead> {
  const handle = await open(file, 'r');
  try {
    const index = (await readTopBoxes(handle)).find(({ type }) => type === 'moov');
    if (!index || index.end - index.start > MAX_INDEX) throw unreadable();
    const moov = Buffer.alloc(index.end - index.start);
    await handle.read(moov, 0, moov.length, index.start);
    let seconds = 0;
    let place: string | null = null;
    eachOf(HEADS, moov, 8, moov.length, (box) => {
      const { type, body, end } = box;
      if (type === 'loci') place ??= readPlace(moov, box);
      else if (end - body >= 20)
        seconds =
          moov[body] === 1 ? Number(moov.readBigUInt64BE(body + 4)) : moov.readUInt32BE(body + 4);
    });
    return { made: seconds > EPOCH_1904 ? (seconds - EPOCH_1904) * 1000 : null, place };
  } finally {
    await handle.close();
  }
}
