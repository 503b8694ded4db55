/** Boxes of ISO base media files (ISO/IEC 14496-12): MP4, MOV, AVIF, HEIC. */
import type { FileHandle } from 'node:fs/promises';

/** Boxes that hold only boxes. */
export const containers = new Set([
  ...['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf'],
  ...['mvex', 'moof', 'traf', 'iprp', 'ipco'],
]);

export interface Box {
  type: string;
  /** Offsets of the box, its content and its end. */
  start: number;
  body: number;
  end: number;
}

/** Parses the first 16 bytes of a box; its end may lie beyond `limit`. Null for an impossible size. */
function readHead(head: Buffer, start: number, limit: number): Box | null {
  const short = head.readUInt32BE(0);
  const long = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
  const size = short === 0 ? limit - start : long;
  const body = start + (short === 1 ? 16 : 8);
  const type = head.toString('latin1', 4, 8);
  return start + size < body ? null : { type, start, body, end: start + size };
}

/** Boxes between two offsets; null when they do not add up. */
export function readBoxes(bytes: Buffer, from: number, to: number): Box[] | null {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    if (at + 8 > to) return null;
    const head = Buffer.alloc(16);
    bytes.copy(head, 0, at, Math.min(at + 16, to));
    const box = readHead(head, at, to);
    if (!box || box.end > to) return null;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

const MAX_BOXES = 100_000;

/** Reads the heads of the outermost boxes. `end` is less than `size` when the file is cut off or damaged there. */
export async function readTopBoxes(
  handle: FileHandle,
): Promise<{ boxes: Box[]; end: number; size: number }> {
  const { size } = await handle.stat();
  const boxes: Box[] = [];
  let end = 0;
  while (end + 8 <= size && boxes.length < MAX_BOXES) {
    const head = Buffer.alloc(16);
    await handle.read(head, 0, 16, end);
    const box = readHead(head, end, size);
    if (!box || box.end > size) break;
    boxes.push(box);
    end = box.end;
  }
  return { boxes, end, size };
}

export async function readBox(handle: FileHandle, { start, end }: Box): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  await handle.read(bytes, 0, bytes.length, start);
  return bytes;
}
