import { expect, it } from 'vitest';
import { photo, site } from '#testing/items.ts';
import { noteBlocks, noteDescription, notePicture, notesByYear } from './notes.ts';

const text = (words: string) => ({ text: words });
const figure = { item: photo, caption: '' };
const note = {
  ...{ path: '/veldnotities/vorst-1234', title: 'Vorst', date: '2026-01-09' },
  ...{ publishedAt: '2026-01-09T08:00:00.000Z', cover: null, species: [], parts: [] },
};

it('lays pictures with no words between them side by side, three at most', () => {
  expect(noteBlocks([text('a'), figure, figure, text('b'), figure])).toEqual([
    ...[text('a'), { figures: [figure, figure] }, text('b'), { figures: [figure] }],
  ]);
  expect(noteBlocks([figure, figure, figure, figure])).toMatchObject([
    ...[{ figures: [figure, figure, figure] }, { figures: [figure] }],
  ]);
});

it('tells of a note in plain words, or by its title', () => {
  const parts = [figure, text('Stil *ven*.'), text('# Later')];
  expect(noteDescription({ ...note, parts }, site)).toBe('Stil ven. Later');
  expect(noteDescription(note, site)).toBe('Vorst: een veldnotitie van Joris.');
  expect(notePicture({ ...note, parts })).toBe(photo);
});

it('parts the list by year', () => {
  const list = ['2026-01-09', '2025-12-31', '2025-01-01'].map((date) => {
    return { ...note, date, words: '', picture: null };
  });
  expect(notesByYear(list).map(([year, some]) => [year, some.length])).toEqual([
    ['2026', 1],
    ['2025', 2],
  ]);
});
