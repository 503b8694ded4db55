/**
 * H.264 as it stands in MP4 (ISO/IEC 14496-15): units with their length in front. Units that make
 * no picture (messages, SEI; fillers; types nobody has defined) may hold anything, a drone's position
 * too: only those that a decoder of the common profiles needs are kept.
 */
import { unreadable } from './image-types.ts';

/** Slices 1 to 5, parameter sets 7 and 8, delimiters 9 to 11, extension of a set 13 (H.264 table 7-1). */
const KEPT = new Set([1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 13]);
const SETS = { sps: 7, pps: 8 };

/** How many bytes say the length of a unit, from the decoder's configuration. */
export function lengthBytes(config: Uint8Array): number {
  return ((config[4] ?? 0) & 3) + 1;
}

/** One frame without the units that make no picture. Throws `RefusedFile` when it is damaged. */
export function pictureUnits(frame: Uint8Array, headBytes: number): Uint8Array {
  const kept: Uint8Array[] = [];
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  for (let at = 0; at < bytes.length; ) {
    if (at + headBytes >= bytes.length) throw unreadable();
    const end = at + headBytes + bytes.readUIntBE(at, headBytes);
    if (end > bytes.length || end === at + headBytes) throw unreadable();
    if (KEPT.has((bytes[at + headBytes] ?? 0) & 31)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (kept.length === 0) throw unreadable();
  return Buffer.concat(kept);
}

/** The end of a list of parameter sets that begins at `at` with their number. */
function endOfSets(config: Buffer, at: number, count: number, type: number): number {
  let end = at;
  for (let i = 0; i < count; i++) {
    const length = end + 2 <= config.length ? config.readUInt16BE(end) : 0;
    if (length === 0 || end + 2 + length > config.length) throw unreadable();
    if (((config[end + 2] ?? 0) & 31) !== type) throw unreadable();
    end += 2 + length;
  }
  return end;
}

/** The decoder's configuration (avcC) and nothing behind it. Throws `RefusedFile` when it is damaged. */
export function plainConfig(sent: Uint8Array): Uint8Array {
  const config = Buffer.from(sent);
  if (config.length < 7) throw unreadable();
  const sps = endOfSets(config, 6, (config[5] ?? 0) & 31, SETS.sps);
  const end = endOfSets(config, sps + 1, config[sps] ?? 0, SETS.pps);
  // High profile says four bytes more: colour sampling and depth, and no further sets.
  const isHigh = config[1] === 100 && end + 4 <= config.length;
  if (!isHigh) return config.subarray(0, end);
  const depth = [config[end] ?? 0, config[end + 1] ?? 0, config[end + 2] ?? 0, 0];
  return Buffer.concat([config.subarray(0, end), Buffer.from(depth)]);
}
