import { describe, expect, it } from 'vitest';
import {
  type Coding,
  codesOf,
  DISPLAY_P3,
  decodeToLab,
  difference,
  PATCHES,
  SRGB_PRIMARIES,
  type Triple,
} from '#testing/colours.ts';
import { chooseTones, mapTones } from './tones.ts';

const PRIMARIES = { bt709: 1, bt2020: 9, p3: 12 };
const TRANSFERS = { srgb: 13, pq: 16, hlg: 18 };
const WHITE = 65_472;

function tonesOf(primaries: number, transfer: number) {
  const tones = chooseTones({ primaries, transfer }, false);
  if (!tones) throw new Error('not mapped');
  return tones;
}

/** What becomes of sRGB colours that are coded so. */
function map(colours: readonly Triple[], coding: Coding): number[][] {
  const tones = tonesOf(PRIMARIES[coding.primaries], TRANSFERS[coding.transfer]);
  const parts = colours.flatMap((rgb) => codesOf(rgb, coding));
  const deep = Uint16Array.from(parts, (part) => Math.round(part * WHITE));
  const mapped = mapTones(deep, WHITE, tones);
  return colours.map((_, i) => [...mapped.subarray(i * 3, i * 3 + 3)]);
}

describe.each<Coding>([
  { primaries: 'bt2020', transfer: 'pq' },
  { primaries: 'p3', transfer: 'pq' },
  { primaries: 'bt709', transfer: 'pq' },
  { primaries: 'bt2020', transfer: 'hlg' },
  { primaries: 'bt2020', transfer: 'srgb' },
])('a still in $transfer with the primaries of $primaries', (coding) => {
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

it.each([
  ['PQ', 16, 0.5807],
  ['HLG', 18, 0.75],
])(
  'rolls off what is brighter than paper in %s, to the brightest code',
  (_what, transfer, paper) => {
    const tones = tonesOf(9, transfer);
    const grey = (part: number) =>
      mapTones(new Uint16Array(3).fill(part * 65_535), 65_535, tones)[0] ?? 0;
    expect(grey(paper)).toBeGreaterThan(225);
    expect(grey(paper)).toBeLessThan(240);
    expect(grey(0.9)).toBeGreaterThan(grey(paper));
    expect(grey(1)).toBe(255);
  },
);

it('survives codes beyond white, as sharpening makes them', () => {
  const codes = new Uint16Array(3).fill(65_535);
  expect([...mapTones(codes, WHITE, tonesOf(9, 16))]).toEqual([255, 255, 255]);
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
  expect(chooseTones({ primaries: 9, transfer: 16 }, true)).toEqual(tonesOf(9, 16));
  expect(tonesOf(2, 16)).toEqual(tonesOf(9, 16));
});
