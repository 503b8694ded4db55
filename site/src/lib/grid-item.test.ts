import type { LibraryIndexChunk } from '@veldlicht/contract/library-index';
import { expect, test } from 'vitest';
import { gridItemsOfChunk, mergeItems } from './grid-item.ts';

const chunk: LibraryIndexChunk = {
  slug: ['grutto-1234', 'mist-5678'],
  title: ['Grutto', 'Mist'],
  description: ['', ''],
  place: ['Eemland', ''],
  category: [1, 0],
  tag: [[], [0]],
  video: [0, 1],
  width: [2400, 1920],
  height: [1600, 1080],
  duration: [0, 47],
  color: ['a1b2c3', '000000'],
  hash: ['h1', 'h2'],
  alt: ['Een grutto op een paal', ''],
  categories: ['landscape', 'fauna'],
  tags: ['mist'],
};

test('a row of the index becomes the card it was made from', () => {
  expect(gridItemsOfChunk(chunk)).toEqual([
    {
      path: '/foto/grutto-1234',
      type: 'photo',
      title: 'Grutto',
      alt: 'Een grutto op een paal',
      place: 'Eemland',
      category: 'fauna',
      width: 2400,
      height: 1600,
      duration: null,
      color: '#a1b2c3',
      placeholder: null,
      hash: 'h1',
    },
    {
      path: '/video/mist-5678',
      type: 'video',
      title: 'Mist',
      alt: 'Mist',
      place: null,
      category: 'landscape',
      width: 1920,
      height: 1080,
      duration: 47,
      color: '#000000',
      placeholder: null,
      hash: 'h2',
    },
  ]);
});

test('rows that already stand in the HTML are not repeated', () => {
  const [grutto, mist] = gridItemsOfChunk(chunk);
  if (!grutto || !mist) throw new Error('two rows expected');
  const fromPage = { ...grutto, placeholder: 'abc' };
  expect(mergeItems([fromPage], [grutto, mist])).toEqual([fromPage, mist]);
});
