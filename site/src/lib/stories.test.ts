import { expect, it } from 'vitest';
import { photo, site } from '#testing/items.ts';
import { figureShape, notesByYear, sizesOf, storyDescription, storyPicture } from './stories.ts';

const note = {
  path: '/veldnotities/vorst-1234',
  title: 'Vorst',
  date: '2026-01-09',
  publishedAt: '2026-01-09T08:00:00.000Z',
  cover: null,
  species: [],
  blocks: [],
};

it('describes a note by its text without Markdown, or by its title', () => {
  const blocks = [
    { kind: 'single' as const, media: [photo], captions: ['Vroeg'] },
    { kind: 'text' as const, text: 'Stil *ven*.' },
    { kind: 'text' as const, text: '# Later' },
  ];
  expect(storyDescription('notes', { ...note, blocks }, site)).toBe('Stil ven. Later');
  expect(storyDescription('notes', note, site)).toBe('Vorst: een veldnotitie van Joris.');
  expect(storyPicture({ ...note, blocks })).toBe(photo);
});

it('groups the list by year', () => {
  const list = ['2026-01-09', '2025-12-31', '2025-01-01'].map((date) => {
    return { ...note, date, words: '', count: 0, picture: null };
  });
  expect(notesByYear(list).map(([year, some]) => [year, some.length])).toEqual([
    ['2026', 1],
    ['2025', 2],
  ]);
});

it('gives a figure the shape of its picture, but never one too narrow for a caption', () => {
  const portrait = { width: 2000, height: 3000 };
  expect(figureShape(portrait)).toEqual({ ratio: 2 / 3, width: 2000, isNarrow: false });
  const tree = { width: 40, height: 960 };
  expect(figureShape(tree)).toEqual({ ratio: 1 / 3, width: 320, isNarrow: true });
  const pair = sizesOf('pair', [
    { ...photo, ...tree },
    { ...photo, ...tree },
  ]);
  expect(pair).toEqual(Array(2).fill('(min-width: 40em) min(38rem, 46vw), 50vw'));
});
