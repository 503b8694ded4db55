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

/** Calls back for every header of a film, track or medium in a `moov` that begins with its own header. */
function eachTimed(moov: Buffer, from: number, to: number, hear: (box: Box) => void): void {
  for (const box of readBoxes(moov, from, to) ?? []) {
    if (TIMED.has(box.type)) hear(box);
    else if (containers.has(box.type)) eachTimed(moov, box.body, box.end, hear);
  }
}

/** Takes out when a film was written: the same film gives the same bytes, today and tomorrow. */
export function blankTimes(moov: Buffer): void {
  eachTimed(moov, 8, moov.length, ({ body, end }) => {
    moov.fill(0, body + 4, Math.min(end, body + 4 + (moov[body] === 1 ? 16 : 8)));
  });
}

/** Seconds between the beginnings of 1904 and of 1970. */
const EPOCH_1904 = 2_082_844_800;

/**
 * When a film says it was made, in milliseconds since 1970, or null. Refuses a file that is cut off
 * or has no index.
 */
export async function readFilmTime(file: string): Promise<number | null> {
  const handle = await open(file, 'r');
  try {
    const index = (await readTopBoxes(handle)).find(({ type }) => type === 'moov');
    if (!index || index.end - index.start > MAX_INDEX) throw unreadable();
    const moov = Buffer.alloc(index.end - index.start);
    await handle.read(moov, 0, moov.length, index.start);
    let seconds = 0;
    eachTimed(moov, 8, moov.length, ({ type, body, end }) => {
      if (type !== 'mvhd' || end - body < 20) return;
      seconds =
        moov[body] === 1 ? Number(moov.readBigUInt64BE(body + 4)) : moov.readUInt32BE(body + 4);
    });
    return seconds > EPOCH_1904 ? (seconds - EPOCH_1904) * 1000 : null;
  } finally {
    await handle.close();
  }
}
