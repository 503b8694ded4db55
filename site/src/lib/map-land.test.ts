/** Checks that the map's land is in the right place, by known points of coast and border in metres of the grid. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LAND } from './map-frame.ts';

const UNIT = 200;
const svg = readFileSync(new URL('../assets/low-countries.svg', import.meta.url), 'utf8');
type Point = [x: number, y: number];

/** A hundred points on each line of the map. */
function pointsOf(path: string): Point[] {
  return path.split('M').flatMap((part) => {
    const numbers = (part.match(/-?\d+/g) ?? []).map(Number);
    let at: Point = [numbers[0] ?? 0, numbers[1] ?? 0];
    const start = at;
    const corners = [at];
    for (let i = 2; i < numbers.length; i += 2) {
      at = [at[0] + (numbers[i] ?? 0), at[1] + (numbers[i + 1] ?? 0)];
      corners.push(at);
    }
    return [...corners, start].flatMap((to, i, all) => {
      const from = all[i - 1] ?? to;
      const between = (t: number): Point => [
        from[0] + (to[0] - from[0]) * t,
        from[1] + (to[1] - from[1]) * t,
      ];
      return Array.from({ length: 100 }, (_, step) => between(step / 100));
    });
  });
}

const lines = [...svg.matchAll(/ d="([^"]+)"/g)].flatMap(([, path = '']) => pointsOf(path));

it.each<[string, number, number]>([
  ['Vaalserberg', 199_550, 307_294],
  ['the Zwin', 13_747, 377_677],
  ['Huisduinen', 110_141, 551_914],
  ['Enkhuizen', 148_749, 523_946],
  ['Lauwersoog', 209_501, 602_763],
  ['Delfzijl', 257_626, 595_091],
  ['Schiermonnikoog', 205_828, 610_403],
  ['Denekamp', 269_055, 490_210],
])('has coast or border within 1.5 km of %s', (_name, east, north) => {
  const x = (east - LAND.west * 1000) / UNIT;
  const y = (LAND.north * 1000 - north) / UNIT;
  const nearest = Math.min(...lines.map(([atX, atY]) => Math.hypot(atX - x, atY - y)));
  expect(nearest * UNIT).toBeLessThan(1500);
});

it('is small, and names its source', () => {
  expect(svg.length).toBeLessThan(6200);
  expect(svg).toMatch(/MapSVG .* CC BY 4\.0/);
});
