import { searchChunkPath, viewChunkPath } from '@veldlicht/contract/index-paths';
import { searchedTexts } from '@veldlicht/contract/item-fields';
import { librarySearchChunk, libraryViewChunk } from '@veldlicht/contract/library-index';
import { expect, test } from 'vitest';
import { projectInMemory } from '../publish/projection.ts';
import { origin, usePublishWorld } from '../testing/publish-world.ts';
import { shownAt } from './routes.ts';

const world = usePublishWorld();

/** The text at an address. */
function textAt(address: string): string {
  using content = projectInMemory(world.folder.database, origin, 0);
  const shown = shownAt(content, address);
  return shown && 'text' in shown ? shown.text() : '';
}
/** Both files of a chunk; unknown fields fail. */
const searchOf = (chunk: number) =>
  librarySearchChunk.strict().parse(JSON.parse(textAt(searchChunkPath(chunk))));
const viewOf = (chunk: number) =>
  libraryViewChunk.strict().parse(JSON.parse(textAt(viewChunkPath(chunk))));

test('the search file has the columns for search and layout only, newest first', () => {
  world.addItem({ title: 'Oud', location: 'Veluwe', locationPrivacy: 'exact' });
  world.addItem({ title: 'Nieuw', description: 'Vroeg', tags: ['mist'] });
  expect(searchOf(1)).toMatchObject({
    title: ['Nieuw', 'Oud'],
    description: ['Vroeg', ''],
    place: ['', 'Veluwe'],
    tag: [[0], []],
    duration: [0, 0],
    ratio: [67, 67],
    tags: ['mist'],
  });
});

test.each(searchedTexts)('the search file has the %s of every item', (name) => {
  world.addItem({ [name]: 'Hoogveen' });
  expect(searchOf(1)).toMatchObject({ [name]: ['Hoogveen'] });
});

test('no file shows more of a place than the item allows', () => {
  world.addItem({ location: '52.131234, 5.860412', locationPrivacy: 'approximate' });
  world.addItem({ location: '51.987654, 5.123456', locationPrivacy: 'hidden' });
  const text = textAt(searchChunkPath(1)) + textAt(viewChunkPath(1));
  expect(text).toContain('omgeving');
  for (const part of ['131234', '860412', '987654', '123456']) expect(text).not.toContain(part);
});

test('both files of a chunk have the same items and key', () => {
  world.addItems(251);
  const rows = () => [1, 2].map((chunk) => [searchOf(chunk).rows, viewOf(chunk).rows]);
  const [old, young] = rows();
  expect([old?.[0], young?.[0]]).toEqual([old?.[1], young?.[1]]);
  expect([viewOf(1).slug.length, viewOf(2).slug]).toEqual([250, ['item-0251']]);
  world.edit(3, { slug: 'anders-0003' });
  expect(rows()[0]?.[0]).not.toBe(old?.[0]);
  expect(rows()[1]).toEqual(young);
});

test('the view file has the edition of each picture', () => {
  world.addItems(2);
  const hash = world.hashOfFile(1);
  world.db.$client
    .prepare(
      "UPDATE files SET renditions = replace(renditions, '-3.avif', '-3ab.avif') WHERE hash = ?",
    )
    .run(hash);
  expect(viewOf(1).hash).toEqual([`${world.hashOfFile(2)}-3`, `${hash}-3ab`]);
});
