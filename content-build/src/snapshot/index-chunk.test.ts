import { searchedTexts } from '@veldlicht/contract/item-fields';
import { librarySearchChunk, libraryViewChunk } from '@veldlicht/contract/library-index';
import { expect, test } from 'vitest';
import { planChunks } from '../release/site-routes.ts';
import { origin, usePublishWorld } from '../testing/publish-world.ts';
import { indexFiles } from './index-chunk.ts';
import { projectInMemory } from './projected-source.ts';

const world = usePublishWorld();

/** Both files of every chunk, newest first. */
function filesNow() {
  using source = projectInMemory(world.folder.database, origin, 0);
  return planChunks(source).map(({ entries }) => indexFiles(source, entries));
}
const parsed = (json: Buffer): unknown => JSON.parse(json.toString());

test('the search file has what is searched and laid out, newest first, and nothing else', () => {
  world.addTag('mist');
  world.addItem({ title: 'Oud', location: 'Veluwe', locationPrivacy: 'exact' });
  world.addItem({ title: 'Nieuw', description: 'Vroeg', tags: ['mist'] });
  const [file] = filesNow();
  const search = librarySearchChunk.strict().parse(parsed(file?.search.json ?? Buffer.alloc(0)));
  expect(search).toMatchObject({
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
  const [file] = filesNow();
  expect(parsed(file?.search.json ?? Buffer.alloc(0))).toMatchObject({ [name]: ['Hoogveen'] });
});

test('no file tells more of a place than the item allows', () => {
  world.addItem({ location: '52.131234, 5.860412', locationPrivacy: 'approximate' });
  world.addItem({ location: '51.987654, 5.123456', locationPrivacy: 'hidden' });
  const text = filesNow()
    .flatMap(({ search, view }) => [search.json.toString(), view.json.toString()])
    .join();
  expect(text).toContain('omgeving');
  for (const part of ['131234', '860412', '987654', '123456']) expect(text).not.toContain(part);
});

test('an edit of words changes the search file alone, and only that of its chunk', () => {
  world.addItems(251);
  const before = filesNow();
  world.edit(3, { description: 'anders' });
  const after = filesNow();
  expect(before).toHaveLength(2);
  expect(after[0]?.search.name).toBe(before[0]?.search.name);
  expect(after[1]?.search.name).not.toBe(before[1]?.search.name);
  expect(after[1]?.view.name).toBe(before[1]?.view.name);
  const view = libraryViewChunk.strict().parse(parsed(after[1]?.view.json ?? Buffer.alloc(0)));
  expect(view.slug).toHaveLength(250);
});

test('the view file tells pictures whose AVIFs were made again', () => {
  world.addItems(2);
  const hash = world.hashOfFile(1);
  world.db.$client
    .prepare(
      "UPDATE files SET renditions = replace(renditions, '-3.avif', '-3ab.avif') WHERE hash = ?",
    )
    .run(hash);
  const [file] = filesNow();
  const view = libraryViewChunk.parse(parsed(file?.view.json ?? Buffer.alloc(0)));
  expect(view.hash).toEqual([`${world.hashOfFile(2)}-3`, `${hash}-3ab`]);
});
