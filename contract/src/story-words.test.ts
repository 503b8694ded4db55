import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Block } from './story-body.ts';
import { plainWords, positionsInStory } from './story-words.ts';
import { single, words } from './testing/blocks.ts';

it('extracts the plain text of Markdown', () => {
  const text = '# Een *ree*\n\nBij [het **ven**](/kaart) & `<b>`\n\n- een\n- twee';
  expect(plainWords(text).split(/\s+/).join(' ')).toBe('Een ree Bij het ven & <b> een twee');
});

it('finds positions in title, texts, captions and links, and none in ordinary numbers', () => {
  const spot = '52.131234, 5.860456';
  const found = (...body: Block[]) => positionsInStory({ title: 'Vorst', body });
  expect(positionsInStory({ title: `Nest ${spot}`, body: [] })).toEqual([spot]);
  for (const body of [
    [words(spot)],
    [single('x', spot)],
    [words('52.131234,'), single('x'), words('5.860456')],
    [words('[hier](https://www.google.com/maps/@52.131234,5.860456,15z)')],
    // Each text is parsed by itself on the page: code that is not closed ends with it.
    [words('```'), single('x'), words('52.13**12**34, 5.86*04*56')],
  ])
    expect(found(...body), JSON.stringify(body)).not.toEqual([]);
  expect(
    found(words('Op 12 november 2025 om 7.30, f/5,6 en 1/500.'), single('aB3-52_1312345678')),
  ).toEqual([]);
});

it('finds a position across all Markdown syntax', () => {
  const marks: ((text: string) => string)[] = [
    (text) => text.replace('.', '\\.'),
    (text) => text.replace('.', '&#46;'),
    (text) => text.replace('.', '&period;'),
    (text) => text.replace('31', '3**1**'),
    (text) => text.replace('3', '*3*'),
    (text) => `[${text.slice(0, 4)}](/a)${text.slice(4)}`,
    (text) => text.replace(', ', ',  \n'),
  ];
  const digits = fc.integer({ min: 100_000, max: 999_999 });
  fc.assert(
    fc.property(digits, digits, fc.subarray(marks, { minLength: 1 }), (lat, lon, some) => {
      const spot = `52.${lat}, 5.${lon}`;
      const text = some.reduce((typed, mark) => mark(typed), spot);
      const body = [words(`Hier: ${text}.`)];
      expect(positionsInStory({ title: 'Vorst', body }), text).not.toEqual([]);
    }),
  );
});
