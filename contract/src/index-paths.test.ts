import { expect, it } from 'vitest';
import { INDEX_PATH, indexFileOf, searchChunkPath, viewChunkPath } from './index-paths.ts';
import { previewAddress } from './preview.ts';

it('makes the address of a file, in a preview too', () => {
  expect(searchChunkPath(12)).toBe(`${INDEX_PATH}/zoek/12.json`);
  expect(viewChunkPath(0, previewAddress(INDEX_PATH))).toBe(
    `/admin/preview${INDEX_PATH}/beeld/0.json`,
  );
});

it('parses an address', () => {
  expect(indexFileOf(searchChunkPath(12))).toEqual({ number: 12, part: 'search' });
  expect(indexFileOf(viewChunkPath(0))).toEqual({ number: 0, part: 'view' });
});

it.each([
  `${INDEX_PATH}/zoek/012.json`,
  `${INDEX_PATH}/zoek/-1.json`,
  `${INDEX_PATH}/zoek/1.json/`,
  `${INDEX_PATH}/zoek/123456789.json`,
  `${INDEX_PATH}/zoek/NaN.json`,
  `${INDEX_PATH}/alles/1.json`,
  '/bibliotheek/0/zoek/1.json',
  '/verhalen.json',
])('finds no file at %s', (path) => {
  expect(indexFileOf(path)).toBe(null);
});
