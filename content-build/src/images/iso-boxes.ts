/** Boxes of ISO base media files (ISO/IEC 14496-12): MP4, MOV, AVIF. */

/** Boxes that hold nothing but boxes. */
export const containers = new Set([
  ...['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf'],
  ...['mvex', 'moof', 'traf', 'iprp', 'ipco'],
]);

export interface Box {
  type: string;
  /** Where the box begins, where its content begins, and where it ends. */
  start: number;
  body: number;
  end: number;
}

/** The boxes between two positions; null when they do not add up. */
export function readBoxes(bytes: Buffer, from: number, to: number): Box[] | null {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    if (at + 8 > to) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const short = bytes.readUInt32BE(at);
    if (short === 1 && at + 16 > to) return null;
    const long = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    const size = short === 0 ? to - at : long;
    const body = at + (short === 1 ? 16 : 8);
    if (size < body - at || at + size > to) return null;
    boxes.push({ type, start: at, body, end: at + size });
    at += size;
  }
  return boxes;
}

const WORDS = new Set(['udta', 'meta']);

/**
 * Turns the boxes of a `moov` that hold words into empty padding, in place: nothing moves, so every
 * position in the index stays right. `moov` begins with its own header.
 */
export function blankWords(moov: Buffer, from = 8, to = moov.length): void {
  for (const box of readBoxes(moov, from, to) ?? []) {
    if (WORDS.has(box.type)) {
      moov.write('free', box.start + 4, 'latin1');
      moov.fill(0, box.body, box.end);
    } else if (containers.has(box.type)) blankWords(moov, box.body, box.end);
  }
}
