/** Items that start and end by schedule, under the test's clock. */
import { readdirSync } from 'node:fs';
import { media } from '@veldlicht/database/schema';
import { describe, expect, it } from 'vitest';
import { usePublishWorld } from '../testing/publish-world.ts';
import { scheduledMoment } from './publish-timing.ts';

const HOUR = 3_600_000;
const world = usePublishWorld({ startsAt: 100 * HOUR, ticks: false });
const { publisher, page, find, edit, state } = world;
const next = () => scheduledMoment(world.db, state().shownAt, world.clock);

describe('publishing at a moment', () => {
  it('shows an item exactly from its first moment to its last, on every page', async () => {
    const window = { publishFrom: world.clock + HOUR, publishUntil: world.clock + 3 * HOUR };
    world.addItem({ title: 'Ree' });
    world.addItem({ title: 'Vos', tags: ['nacht'], categoryId: 'landscape', ...window });
    world.addItem({ title: 'Das' });
    const { publish } = publisher();
    const ids = [(await publish())?.id];
    for (const word of ['Vos', 'item-0002', 'nacht', world.hashOfFile(2)])
      expect(find(word)).toEqual([]);
    expect(page('index.html')).not.toContain('"name":"landscape"');

    world.site.rendered.length = 0;
    world.clock += HOUR;
    ids.push((await publish())?.id);
    expect(find('item-0002')).toEqual(
      expect.arrayContaining([
        'foto/item-0001.html',
        'foto/item-0002.html',
        'foto/item-0003.html',
        'index.html',
        'mediabibliotheek.html',
        'mediabibliotheek/archief/1.html',
        'rss.xml',
        'sitemap-1.xml',
      ]),
    );
    expect(page('mediabibliotheek.html')).toContain('"tags":["nacht"]');
    expect(page('index.html')).toContain('"name":"landscape","label":"Landschap","count":1');
    expect(readdirSync(world.folder.publicMedia)).toHaveLength(3);
    expect(world.site.rendered).not.toContain('/licentie');

    world.clock += 2 * HOUR;
    ids.push((await publish())?.id);
    for (const word of ['Vos', 'item-0002', 'nacht', world.hashOfFile(2)])
      expect(find(word)).toEqual([]);
    expect(new Set(ids).size).toBe(3);
    expect(world.releases().map(({ revision }) => revision)).toEqual(
      Array(3).fill(state().revision),
    );
    expect(await publish()).toBeNull();
  });

  it('follows a clock that was set back by more than a moment', async () => {
    world.addItem();
    world.addItem({ title: 'Vos', publishFrom: world.clock + HOUR });
    const { publish } = publisher();
    world.clock += HOUR;
    await publish();
    world.clock -= 1000;
    expect(await publish()).toBeNull();
    expect(find('Vos')).not.toEqual([]);
    world.clock -= HOUR;
    expect(next()).toBe(world.clock);
    await publish();
    expect(find('Vos')).toEqual([]);
    expect(next()).toBe(101 * HOUR);
  });
});

it('finds the next and missed moments, and fixes an address when its item is shown', async () => {
  const first = () =>
    world.db
      .select()
      .from(media)
      .all()
      .map((row) => row.firstPublishedAt);
  expect(next()).toBeNull();
  world.addItem({ status: 'draft', publishFrom: world.clock + HOUR });
  world.addItem({ publishFrom: world.clock - HOUR, publishUntil: world.clock + 5 * HOUR });
  world.addItem({ publishFrom: world.clock + 4 * HOUR });
  await publisher().publish();
  expect([next(), first()]).toEqual([104 * HOUR, [null, 100 * HOUR, null]]);
  world.clock += 10 * HOUR;
  expect(next()).toBe(104 * HOUR);
  await publisher().publish();
  expect([next(), first()]).toEqual([null, [null, 100 * HOUR, 110 * HOUR]]);
});

describe('the worker', () => {
  const live = (word: string) => find(word).length > 0;
  const isPublished = () => {
    const { revision, publishedRevision } = state();
    return revision === publishedRevision && world.releases().length > 0;
  };

  it('publishes when an item starts and ends, also with another a month away', async () => {
    world.addItem();
    world.addItem({ title: 'Vos', publishFrom: Date.now() + 1000 });
    world.addItem({ publishFrom: Date.now() + 40 * 24 * HOUR });
    world.work();
    await expect.poll(isPublished).toBe(true);
    await expect.poll(() => live('Vos')).toBe(true);
    edit(2, { publishUntil: Date.now() + 1000 });
    await expect.poll(() => live('Vos')).toBe(false);
    await expect.poll(() => page('foto/item-0001.html')).toContain('Item 1');
  });
});
