/** Bytes and names that a page needs are on disk before the page is visible (fault F12). */
import { lstatSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { place, usePublishWorld } from '../testing/publish-world.ts';

const flushed = vi.hoisted(() => ({ hears: (_place: string) => {}, wholes: 0 }));
vi.mock('@veldlicht/database/durable-file', async (load) => {
  const real = await load<typeof import('@veldlicht/database/durable-file')>();
  const syncPath: typeof real.syncPath = async (place) => {
    await real.syncPath(place);
    flushed.hears(place);
  };
  const syncFilesystem: typeof real.syncFilesystem = async (place) => {
    await real.syncFilesystem(place);
    flushed.wholes++;
  };
  return { ...real, syncPath, syncFilesystem };
});

const world = usePublishWorld();

it('syncs every form of a page, moves it, syncs its folder, then records it', async () => {
  const { publicSite, publicMedia } = world.folder;
  world.addItem();
  const { publish } = world.publisher();
  await publish();
  world.edit(1, { title: 'Nieuw', location: place, locationPrivacy: 'approximate' });
  world.addItem();
  const inPlace = (name: string) => path.join(publicSite, name);
  const forms = ['', '.br', '.gz'];
  const pages = ['index.html', 'foto/item-0001.html', 'foto/item-0002.html', 'rss.xml'];
  const before = new Map(
    pages.map((name) => [name, statSync(inPlace(name), { throwIfNoEntry: false })?.ino]),
  );
  /** Synced inodes: renaming keeps them. */
  const inodes = new Set<number>();
  let isLinked = false;
  flushed.hears = (flushedPlace) => {
    inodes.add(statSync(flushedPlace).ino);
    if (flushedPlace === publicMedia) isLinked = true;
  };
  const steps: string[] = [];
  await world
    .publisher({
      onStep: (step) => {
        steps.push(step);
        if (!step.startsWith('place ')) return;
        expect(isLinked).toBe(true);
        if (step === 'place /foto/item-0002')
          for (const name of pages)
            expect(statSync(inPlace(name), { throwIfNoEntry: false })?.ino).toBe(before.get(name));
      },
    })
    .publish();
  for (const name of pages)
    for (const form of forms)
      expect([name, inodes.has(statSync(inPlace(name) + form).ino)]).toEqual([name, true]);
  for (const folder of [publicSite, inPlace('foto'), inPlace('kaart'), publicMedia])
    expect(inodes.has(statSync(folder).ino)).toBe(true);
  // New pages first, then those that link to them; recorded last.
  const places = steps.filter((step) => !/^(?:project|take away|link)/.test(step));
  expect(places.slice(0, 4)).toEqual([
    'place /categorie/macro',
    'place /foto/item-0002',
    'place /kaart',
    'place /kaart/185/460',
  ]);
  expect(places.at(-2)).toBe('record');
  expect(lstatSync(path.join(publicMedia, world.hashOf(2))).isSymbolicLink()).toBe(true);
  expect(readFileSync(inPlace('foto/item-0001.html'), 'utf8')).toContain('Nieuw');
});

it('syncs more pages at once than it moves', async () => {
  world.addItems(400);
  flushed.wholes = 0;
  await world.publisher().publish();
  // On other systems files are synced one by one.
  expect(flushed.wholes).toBe(process.platform === 'linux' ? 1 : 0);
});
