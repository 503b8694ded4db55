/** The index (`moov`) of an MP4 or MOV on disk, without reading the pictures. */
import { type FileHandle, open } from 'node:fs/promises';
import { unreadable } from './image-types.ts';
import { type Box, containers, readBox, readBoxes, readTopBoxes } from './iso-boxes.ts';

/** An index of half an hour at 60 frames a second takes a few megabytes. */
const MAX_INDEX = 64 * 1024 * 1024;

/** The index boxes of a sane size. Refuses a file that ends inside a box: it was cut off. */
async function findIndexes(handle: FileHandle): Promise<Box[]> {
  const { boxes, end, size } = await readTopBoxes(handle);
  if (size - end >= 8) throw unreadable();
  return boxes.filter(({ type, start, end }) => type === 'moov' && end - start <= MAX_INDEX);
}

/** Calls back for every box of some types in an index, which begins with its own header. */
function forEachBox(
  moov: Buffer,
  types: readonly string[],
  hear: (box: Box) => void,
  from = 8,
  to = moov.length,
): void {
  for (const box of readBoxes(moov, from, to) ?? []) {
    if (types.includes(box.type)) hear(box);
    else if (containers.has(box.type)) forEachBox(moov, types, hear, box.body, box.end);
    else if (box.type === 'udta') {
      // QuickTime ends it with a word of zeros.
      const isEnded = readBoxes(moov, box.body, box.end) === null;
      forEachBox(moov, types, hear, box.body, isEnded ? box.end - 4 : box.end);
    }
  }
}

/** Turns the boxes that hold words into empty padding: nothing moves, so every position stays right. */
function blankWords(moov: Buffer): void {
  forEachBox(moov, ['udta', 'meta'], ({ start, body, end }) => {
    moov.write('free', start + 4, 'latin1');
    moov.fill(0, body, end);
  });
}

/** Takes out when a video was written: the same video gives the same bytes, today and tomorrow. */
function blankTimes(moov: Buffer): void {
  forEachBox(moov, ['mvhd', 'tkhd', 'mdhd'], ({ body, end }) => {
    moov.fill(0, body + 4, Math.min(end, body + 4 + (moov[body] === 1 ? 16 : 8)));
  });
}

/** Blanks words and times in the index of a video that was just written, in place. */
export async function cleanIndex(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  for (const box of await findIndexes(handle)) {
    const moov = await readBox(handle, box);
    blankWords(moov);
    blankTimes(moov);
    await handle.write(moov, 0, moov.length, box.start);
  }
}

/** Seconds between the beginnings of 1904 and of 1970. */
const EPOCH_1904 = 2_082_844_800;

/**
 * A position (`loci` of 3GPP TS 26.244) as ISO 6709, with the digits that ffprobe gives; null when it is
 * cut short. Before the numbers is a name that ends with a zero, in UTF-8 or UTF-16.
 */
function readPosition(moov: Buffer, { body, end }: Box): string | null {
  const content = moov.subarray(body + 6, end);
  const step = content.length > 1 && content.readUInt16BE(0) === 0xfeff ? 2 : 1;
  let at = 0;
  while (at + step <= content.length && content.readUIntBE(at, step) !== 0) at += step;
  // One byte says what the place is to the video.
  at += step + 1;
  if (at + 8 > content.length) return null;
  const part = (from: number, digits: number) => {
    const degrees = content.readInt32BE(from) / 65_536;
    const text = Math.abs(degrees).toFixed(4);
    return `${degrees < 0 ? '-' : '+'}${text.padStart(digits + 5, '0')}`;
  };
  return `${part(at + 4, 2)}${part(at, 3)}/`;
}

export interface MovieHead {
  /** Milliseconds since 1970. */
  made: number | null;
  /** ISO 6709. */
  position: string | null;
}

/** When and where a video says it was made. Refuses a file that is cut off or has no index. */
export async function readMovieHead(file: string): Promise<MovieHead> {
  await using handle = await open(file, 'r');
  const [index] = await findIndexes(handle);
  if (!index) throw unreadable();
  const moov = await readBox(handle, index);
  let seconds = 0;
  let position: string | null = null;
  forEachBox(moov, ['mvhd', 'loci'], (box) => {
    const { type, body, end } = box;
    if (type === 'loci') position ??= readPosition(moov, box);
    else if (end - body >= 20)
      seconds =
        moov[body] === 1 ? Number(moov.readBigUInt64BE(body + 4)) : moov.readUInt32BE(body + 4);
  });
  return { made: seconds > EPOCH_1904 ? (seconds - EPOCH_1904) * 1000 : null, position };
}
