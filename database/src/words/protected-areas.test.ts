import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isWithin, namedAreasIn } from './protected-areas.ts';

const [, ...lines] = readFileSync(new URL('protected-areas.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

it('has a name, a country, a kind and a source on each line, and whole blocks', () => {
  const names = lines.map((line) => line.split('\t')[0]);
  expect(new Set(names).size).toBe(names.length);
  for (const line of lines)
    expect(line).toMatch(
      /^[^\t]+\t(?:NL|BE)\t[^\t]+\t[^\t]+(?:\t(?:\d*[05]-\d*[05]\/\d*[05]-\d*[05] ?)+)?$/,
    );
  for (const [name = '', , , , covers] of lines.map((line) => line.split('\t'))) {
    const [area] = namedAreasIn(name);
    expect(area?.name).toBe(name);
    for (const { west, east, south, north } of area?.covers ?? [])
      expect(west < east && south < north, `${name} ${covers}`).toBe(true);
  }
});

it('finds the longest of nested names', () => {
  const found = namedAreasIn('Van de hoge veluwe naar het Naardermeer');
  expect(found.map(({ name }) => name)).toEqual(['Hoge Veluwe', 'Naardermeer']);
});

it('recognises areas that lie within a named one', () => {
  const [veluwe] = namedAreasIn('Veluwe');
  const within = (east: number, north: number, side = 5) =>
    veluwe && isWithin({ east, north, side }, veluwe);
  expect(within(185, 460)).toBe(true);
  expect([within(200, 460), within(185, 440), within(180, 460, 20)]).toEqual([false, false, false]);
});
