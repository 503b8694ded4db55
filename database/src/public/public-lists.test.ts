import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { objectOf, pick, without } from '@veldlicht/contract/by-name';
import { category } from '@veldlicht/contract/category';
import { itemFieldNames, publicTextFields } from '@veldlicht/contract/item-fields';
import { publicMediaItem } from '@veldlicht/contract/media';
import { publicStoryLink } from '@veldlicht/contract/story';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createWorld, type World } from '../../../content-build/src/testing/world.ts';
import { mediaRows, storyRows } from '../schema.ts';
import { project } from './project.ts';
import { openPublicDatabase, type PublicDatabase } from './public-database.ts';
import { createPublicLists, type PublicLists } from './public-lists.ts';

const ORIGIN = 'https://veldlicht.example';
let world: World;
let target: PublicDatabase;
let folder: string;
let lists: PublicLists;
const errors: unknown[] = [];
beforeEach(async () => {
  world = await createWorld();
  target = openPublicDatabase(':memory:');
  folder = path.join(world.folder.root, 'lists');
  lists = createPublicLists({ folder, onError: (error) => errors.push(error), waitMs: 0 });
});
afterEach(async () => {
  await lists.stop();
  target.close();
  world.remove();
  expect(errors.splice(0)).toEqual([]);
});

const file = (name: string) => path.join(folder, `${name}.json`);
function publish(isLess = false) {
  project(world.db, target, ORIGIN, 1);
  lists.changed(target, isLess);
}
const shape = { media: publicMediaItem, recent: publicMediaItem, featured: publicMediaItem };
/** Strict: a field that the contract does not name fails. */
const read = (name: keyof typeof shape) =>
  z.array(shape[name].strict()).parse(JSON.parse(readFileSync(file(name), 'utf8')));
const titles = (name: keyof typeof shape) => read(name).map(({ title }) => title);
const written = (name = 'media') => expect.poll(() => existsSync(file(name))).toBe(true);

it('lists the public facts of all items, newest first, as in the contract', async () => {
  world.addItem({
    title: 'Ree',
    alt: 'Een ree',
    description: 'Vroeg',
    date: '2026-05-12',
    featured: true,
    location: '52.131234, 5.860412',
    locationPrivacy: 'approximate',
    tags: ['mist', 'bos'],
  });
  world.addItem({ title: 'Vos', type: 'video' });
  world.addItem({ title: 'Geheim', status: 'draft' });
  publish();
  await written();
  const [video, photo] = read('media');
  const hash = world.hashOfFile(1);
  expect(photo).toMatchObject({
    id: 'm1',
    title: 'Ree',
    alt: 'Een ree',
    description: 'Vroeg',
    date: '2026-05-12',
    imageUrl: `/media/${hash}/960.jpg`,
    poster: null,
    featured: true,
    category: 'fauna',
    tags: ['bos', 'mist'],
    location: expect.stringMatching(/^omgeving /),
  });
  expect(video).toMatchObject({
    title: 'Vos',
    alt: null,
    type: 'video',
    featured: false,
    imageUrl: `/media/${world.hashOfFile(2)}/video.mp4`,
    poster: expect.stringMatching(/960.*\.jpg$/),
  });
  expect(titles('recent')).toEqual(['Vos', 'Ree']);
  expect(titles('featured')).toEqual(['Ree']);
  expect(readFileSync(file('media'), 'utf8')).not.toMatch(/131234|Geheim/);
});

it('has exactly the texts that the list of fields makes public', async () => {
  const texts = objectOf(without(itemFieldNames, ['date']), (name) => `Woorden van ${name}`);
  world.addItem({ ...texts, locationPrivacy: 'hidden' });
  publish();
  await written();
  expect(read('media')).toMatchObject([pick(texts, publicTextFields)]);
  const item = target.prepare('SELECT item FROM items').pluck().get();
  for (const json of [String(item), readFileSync(file('media'), 'utf8')])
    expect(new Set(json.match(/Woorden van \w+/g))).toEqual(
      new Set(Object.values(pick(texts, publicTextFields))),
    );
});

it('lists the categories and the tags in use, in the owner’s order', async () => {
  world.addItem({ tags: ['mist'] });
  world.addItem({ status: 'draft', tags: ['nestplek'] });
  publish();
  await written('categories');
  const rows = z
    .array(category.strict())
    .parse(JSON.parse(readFileSync(file('categories'), 'utf8')));
  expect(rows.map(({ type, name, sortOrder }) => [type, name, sortOrder])).toEqual([
    ...['landscape', 'fauna', 'macro', 'drone'].map((name, i) => ['category', name, i + 1]),
    ['tag', 'mist', 1],
  ]);
});

it('lists stories with their covers, as in the contract', async () => {
  world.addItem({ title: 'Ree' });
  const words = { kind: 'note', date: '2026-05-12', body: '[]', status: 'published' } as const;
  for (const [slug, cover, createdAt] of [
    ['met', 'm1', 2],
    ['zonder', null, 1],
  ] as const)
    world.db
      .insert(storyRows)
      .values({ ...words, id: slug, slug, title: slug, cover, createdAt, updatedAt: createdAt })
      .run();
  publish();
  await written('notes');
  const rows = z
    .array(publicStoryLink.strict())
    .parse(JSON.parse(readFileSync(file('notes'), 'utf8')));
  expect(rows).toMatchObject([
    { slug: 'met', date: '2026-05-12', cover: { title: 'Ree' } },
    { slug: 'zonder', cover: null },
  ]);
});

it('deletes a list at once after a removal, even while it is being written', async () => {
  const seq = world.addItem({ title: 'Weg' });
  world.addItems(600);
  publish();
  await written();
  publish();
  await new Promise((resolve) => setTimeout(resolve, 5));
  world.db.delete(mediaRows).where(eq(mediaRows.seq, seq)).run();
  publish(true);
  for (const name of ['media', 'recent', 'featured'])
    for (const end of ['', '.br', '.gz']) expect(existsSync(file(name) + end)).toBe(false);
  await written();
  expect(titles('media')).not.toContain('Weg');
});
