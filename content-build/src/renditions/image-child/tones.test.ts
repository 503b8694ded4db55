import { describe, expect, it } from 'vitest';
import { type Coding, codesOf, halved, PATCHES, type Triple } from '#testing/colours.ts';
import { DISPLAY_P3 } from './colour.ts';
import { shownLight, toDisplayP3 } from './tones.ts';

const WHITE = 65_472;

type HdrTransfer = 'pq' | 'hlg';

/** Maps codes with the primaries of Display P3. */
const mapTones = (codes: Uint16Array, white: number, curve: HdrTransfer) =>
  toDisplayP3(codes, white, { primaries: DISPLAY_P3, curve });

/** Results for coded sRGB colours, of 255. */
function map(colours: readonly Triple[], coding: Coding, transfer: HdrTransfer): number[][] {
  const parts = colours.flatMap((rgb) => codesOf(rgb, coding));
  const deep = Uint16Array.from(parts, (part) => Math.round(part * WHITE));
  const mapped = mapTones(deep, WHITE, transfer);
  return colours.map((_, i) => [...mapped.subarray(i * 3, i * 3 + 3)].map((code) => code / 257));
}

describe.each<HdrTransfer>(['pq', 'hlg'])('light in %s', (transfer) => {
  const coding = { primaries: transfer === 'hlg' ? 'bt2020' : 'bt709', transfer } as const;

  it('is monotonic, and keeps grey', () => {
    const ramp = Array.from({ length: 256 }, (_, v) => [v, v, v] as const);
    const greys = map(ramp, coding, transfer);
    for (const [i, [r = 0, g = 0, b = 0]] of greys.entries()) {
      expect(Math.max(r, g, b) - Math.min(r, g, b), `${i}`).toBeLessThan(0.5);
      expect(g, `${i}`).toBeGreaterThanOrEqual(greys[i - 1]?.[1] ?? 0);
    }
    expect(greys[0]).toEqual([0, 0, 0]);
  });

  it('accepts codes beyond white, as sharpening makes them', () => {
    const codes = new Uint16Array(3).fill(65_535);
    expect([...mapTones(codes, WHITE, transfer)]).toEqual([65_535, 65_535, 65_535]);
  });
});

it('halves light up to paper white, in all colours', () => {
  const coding = { primaries: 'bt709', transfer: 'pq' } as const;
  map(PATCHES, coding, 'pq').forEach((mapped, i) => {
    const meant = halved(PATCHES[i] ?? [0, 0, 0]);
    for (const [part, code] of mapped.entries()) expect(code).toBeCloseTo(meant[part] ?? 0, -0.3);
  });
});

// As Chromium 156 shows these PQ codes, of 255.
it.each([
  [0.45, 103],
  [0.55, 164],
  [0.58, 187],
  [0.62, 210],
  [0.65, 222],
  [0.7, 240],
  [0.75, 255],
  [1, 255],
])('shows grey of PQ code %f as browsers do', (code, shown) => {
  const codes = new Uint16Array(3).fill(Math.round(code * 65_535));
  const [grey = 0] = mapTones(codes, 65_535, 'pq');
  expect(Math.abs(grey / 257 - shown)).toBeLessThan(1.5);
});

it('has a continuous slope', () => {
  const slope = (light: number) => (shownLight(light + 0.001) - shownLight(light)) / 0.001;
  for (let light = 0.1; light < 4.9; light += 0.01)
    expect(Math.abs(slope(light + 0.01) - slope(light))).toBeLessThan(0.03);
});
