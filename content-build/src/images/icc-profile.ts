/** Reading ICC profiles: enough of ICC.1 to know a colour space by its primaries. */

export type ColourSpace = 'srgb' | 'wide' | 'other';

/** Colorants of sRGB, adapted to D50, as profiles store them. */
const SRGB = { rXYZ: [0.4361, 0.2225, 0.0139], gXYZ: [0.3851, 0.7169, 0.0971] } as const;
const TOLERANCE = 0.004;

interface Tag {
  offset: number;
  size: number;
}

function readTags(icc: Buffer): Map<string, Tag> {
  const tags = new Map<string, Tag>();
  const count = Math.min(icc.readUInt32BE(128), 100);
  for (let at = 132; at < 132 + count * 12 && at + 12 <= icc.length; at += 12) {
    const tag = { offset: icc.readUInt32BE(at + 4), size: icc.readUInt32BE(at + 8) };
    if (tag.offset + tag.size <= icc.length) tags.set(icc.toString('latin1', at, at + 4), tag);
  }
  return tags;
}

function readXyz(icc: Buffer, tag: Tag | undefined): number[] | null {
  if (!tag || tag.size < 20) return null;
  return [8, 12, 16].map((at) => icc.readInt32BE(tag.offset + at) / 65_536);
}

function near(value: number[] | null, goal: readonly number[]): boolean {
  return !!value && goal.every((part, i) => Math.abs(part - (value[i] ?? 0)) < TOLERANCE);
}

/** Middle of the tone curve: about 0.214 for sRGB's, whichever way it is written. */
function curveMiddle(icc: Buffer, tag: Tag | undefined): number {
  if (!tag || tag.size < 12) return 0;
  const kind = icc.toString('latin1', tag.offset, tag.offset + 4);
  const fixed = (at: number) => icc.readInt32BE(tag.offset + at) / 65_536;
  if (kind === 'curv') {
    const count = icc.readUInt32BE(tag.offset + 8);
    if (count === 0) return 0.5;
    if (count === 1) return 0.5 ** (icc.readUInt16BE(tag.offset + 12) / 256);
    const at = tag.offset + 12 + 2 * Math.floor((count - 1) / 2);
    return at + 2 <= tag.offset + tag.size ? icc.readUInt16BE(at) / 65_535 : 0;
  }
  if (kind !== 'para' || tag.size < 16) return 0;
  const gamma = fixed(12);
  if (icc.readUInt16BE(tag.offset + 8) === 0) return 0.5 ** gamma;
  return tag.size < 24 ? 0 : (fixed(16) * 0.5 + fixed(20)) ** gamma;
}

/**
 * What a profile stands for: `srgb` needs no conversion, `wide` is another RGB space with its own
 * primaries, `other` (grey, CMYK, tables, damaged) is left to the colour engine.
 */
export function classifyProfile(icc: Buffer): ColourSpace {
  if (icc.length < 132 || icc.toString('latin1', 36, 40) !== 'acsp') return 'other';
  if (icc.toString('latin1', 16, 20) !== 'RGB ') return 'other';
  const tags = readTags(icc);
  const red = readXyz(icc, tags.get('rXYZ'));
  const green = readXyz(icc, tags.get('gXYZ'));
  if (!red || !green) return 'other';
  if (!near(red, SRGB.rXYZ) || !near(green, SRGB.gXYZ)) return 'wide';
  return Math.abs(curveMiddle(icc, tags.get('gTRC')) - 0.214) < 0.01 ? 'srgb' : 'other';
}
