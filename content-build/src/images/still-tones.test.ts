import { describe, expect, it } from 'vitest';
import { decodeToLab, difference } from '#testing/colour-maths.ts';
import { type Coding, codesOf, PATCHES, type Rgb } from '#testing/hdr-colours.ts';
import { DISPLAY_P3, SRGB_PRIMARIES } from '#testing/icc.ts';
import { chooseTones, mapTones } from './still-tones.ts';

const PRIMARIES = { bt709: 1, bt2020: 9, p3: 12 };
const TRANSFERS = { srgb: 13, pq: 16, hlg: 18 };
const WHITE = 65_472;

/** What becomes of sRGB colours that are coded so. */
function map(colours: readonly Rgb[], coding: Coding): number[][] {
  const codes = { primaries: PRIMARIES[coding.primaries], transfer: TRANSFERS[coding.transfer] };
  const tones = chooseTones(codes, false);
  if (!tones) throw new Error('not mapped');
  const parts = colours.flatMap((rgb) => codesOf(rgb, coding));
  const deep = Uint16Array.from(parts, (part) => Math.round(part * WHITE));
  const mapped = mapTones(deep, WHITE, tones);
  return colours.map((_, i) => [...mapped.subarray(i * 3, i * 3 + 3)]);
}

const CODINGS: Coding[] = [
  { primaries: 'bt2020', transfer: 'pq' },
  { primaries: 'p3', transfer: 'pq' },
  { primaries: 'bt709', transfer: 'pq' },
  { primaries: 'bt2020', transfer: 'hlg' },
  { primaries: 'bt2020', transfer: 'srgb' },
];

describe.each(CODINGS)('a still in $transfer with the primaries of $primaries', (coding) => {
  it('keeps greys and colours up to the knee', () => {
    const patches = PATCHES.filter((one) => Math.max(...one) < 203);
    map(patches, coding).forEach((mapped, i) => {
      const meant = decodeToLab(patches[i] ?? [0, 0, 0], SRGB_PRIMARIES);
      expect(difference(decodeToLab(mapped, DISPLAY_P3), meant), `${patches[i]}`).toBeLessThan(2);
    });
  });

  it('goes on from dark to light without a step back', () => {
    const ramp = Array.from({ length: 256 }, (_, v) => [v, v, v] as const);
    const greys = map(ramp, coding);
    for (const [i, [r = 0, g = 0, b = 0]] of greys.entries()) {
      expect(Math.max(r, g, b) - Math.min(r, g, b), `${i}`).toBeLessThan(2);
      expect(g, `${i}`).toBeGreaterThanOrEqual(greys[i - 1]?.[1] ?? 0);
    }
    expect(greys[0]).toEqual([0, 0, 0]);
  });
});

it('rolls off what is brighter than paper, to the brightest code', () => {
  for (const transfer of [16, 18]) {
    const tones = chooseTones({ primaries: 9, transfer }, false);
    if (!tones) throw new Error('not mapped');
    const paper = transfer === 16 ? 0.5807 : 0.75;
    const grey = (part: number) =>
      mapTones(new Uint16Array(3).fill(part * 65_535), 65_535, tones)[0] ?? 0;
    expect(grey(paper), `${transfer}`).toBeGreaterThan(225);
    expect(grey(paper), `${transfer}`).toBeLessThan(240);
    expect(grey(0.9), `${transfer}`).toBeGreaterThan(grey(paper));
    expect(grey(1), `${transfer}`).toBe(255);
  }
});

it('survives codes beyond white, as sharpening makes them', () => {
  const tones = chooseTones({ primaries: 9, transfer: 16 }, false);
  if (!tones) throw new Error('not mapped');
  expect([...mapTones(new Uint16Array(3).fill(65_535), WHITE, tones)]).toEqual([255, 255, 255]);
});

it.each([
  ['sRGB', 1, 13, false],
  ['Display P3', 12, 13, false],
  ['nothing said', 2, 2, false],
  ['BT.2020 beside a profile', 9, 13, true],
  ['primaries that nobody uses', 22, 16, false],
])('leaves %s alone', (_what, primaries, transfer, hasProfile) => {
  expect(chooseTones({ primaries, transfer }, hasProfile)).toBeNull();
});

it('maps PQ beside a profile, and without primaries as BT.2020', () => {
  const pq = chooseTones({ primaries: 9, transfer: 16 }, false);
  expect(chooseTones({ primaries: 9, transfer: 16 }, true)).toEqual(pq);
  expect(chooseTones({ primaries: 2, transfer: 16 }, false)).toEqual(pq);
});
