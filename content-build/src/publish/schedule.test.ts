/** Items that begin and end by the clock, with the clock in our hands. */
import { readdirSync } from 'node:fs';
import { media } from '@veldlicht/database/schema';
import { openStorage } from '@veldlicht/database/storage/storage';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noWatch } from '../testing/no-watch.ts';
import { placesOf } from '../testing/reachable.ts';
import { liveFiles } from '../testing/release-tree.ts';
import { createWorld, plainSite, type World } from '../testing/world.ts';
import { startWorker } from '../worker/worker.ts';
import { createPublisher } from './publish.ts';
import { keptReleases, readState } from './publish-state.ts';
import { rollBack } from './rollback.ts';
import { scheduledMoment } from './schedule.ts';

const origin = 'https://veldlicht.example';
const HOUR = 3_600_000;
let world: World;
let clock: number;
let worker: ReturnType<typeof startWorker> | undefined;
beforeEach(async () => {
  world = await createWorld();
  clock = 100 * HOUR;
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  world.remove();
});

const deps = (site = plainSite()) => ({
  db: world.db,
  folder: world.folder,
  site,
  origin,
  now: () => clock,
});
const edit = (seq: number, change: Partial<typeof media.$inferInsert>) =>
  world.db.update(media).set(change).where(eq(media.seq, seq)).run();
const page = (file: string) => liveFiles(world.folder.releases).get(file) ?? '';
const next = () => scheduledMoment(world.db, readState(world.db).shownAt, clock);

describe('publishing at a moment', () => {
  it('shows an item from its first moment until its last, everywhere and nowhere else', async () => {
    const window = { publishFrom: clock + HOUR, publishUntil: clock + 3 * HOUR };
    world.addItem({ title: 'Ree' });
    world.addItem({ title: 'Vos', tags: ['nacht'], categoryId: 'landscape', ...window });
    world.addItem({ title: 'Das' });
    const site = plainSite();
    const { publish } = createPublisher(deps(site));
    const ids = [(await publish())?.id];
    for (const word of ['Vos', 'item-0002', 'nacht', world.hashOfFile(2)])
      expect(placesOf(world.folder, word)).toEqual([]);
    expect(page('index.html')).toContain('"name":"landscape","label":"Landschap","count":0');

    site.rendered.length = 0;
    clock += HOUR;
    ids.push((await publish())?.id);
    expect(placesOf(world.folder, 'item-0002')).toEqual(
      expect.arrayContaining([
        'foto/01/item-0001.html',
        'foto/02/item-0002.html',
        'foto/03/item-0003.html',
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
    expect(site.rendered).not.toContain('/licentie');

    clock += 2 * HOUR;
    ids.push((await publish())?.id);
    for (const word of ['Vos', 'item-0002', 'nacht', world.hashOfFile(2)])
      expect(placesOf(world.folder, word)).toEqual([]);
    expect(new Set(ids).size).toBe(3);
    expect(keptReleases(world.db).map(({ revision }) => revision)).toEqual(
      Array(3).fill(readState(world.db).revision),
    );
    expect(await publish()).toBeNull();
  });

  it('changes places at one moment: as many items, none of them written', async () => {
    for (let i = 1; i <= 4; i++) world.addItem({ title: `Titel ${i}` });
    edit(2, { publishUntil: clock + HOUR });
    edit(3, { publishFrom: clock + HOUR });
    // The newest change of all is in both lists.
    edit(1, { title: 'Nieuwste' });
    const { publish } = createPublisher(deps());
    await publish();
    clock += HOUR;
    await publish();
    expect(placesOf(world.folder, 'Titel 2')).toEqual([]);
    expect(page('sitemap-1.xml')).toContain('item-0003');
    expect(page('mediabibliotheek/archief/1.html')).toContain('Titel 3');
    const fresh = createPublisher(deps());
    expect(await fresh.publish()).toBeNull();
  });

  it('fixes the address of an item when it is shown, not before', async () => {
    world.addItem({ publishFrom: clock + HOUR });
    world.addItem({ publishUntil: clock - HOUR });
    const { publish } = createPublisher(deps());
    const first = () =>
      world.db
        .select()
        .from(media)
        .all()
        .map((row) => row.firstPublishedAt);
    await publish();
    expect(first()).toEqual([null, null]);
    clock += HOUR;
    await publish();
    expect(first()).toEqual([clock, null]);
  });

  it('follows a clock that was set back, unless by a moment only', async () => {
    world.addItem();
    world.addItem({ title: 'Vos', publishFrom: clock + HOUR });
    const { publish } = createPublisher(deps());
    clock += HOUR;
    await publish();
    clock -= 1000;
    expect(await publish()).toBeNull();
    expect(placesOf(world.folder, 'Vos')).not.toEqual([]);
    clock -= HOUR;
    expect(next()).toBe(clock);
    await publish();
    expect(placesOf(world.folder, 'Vos')).toEqual([]);
    expect(next()).toBe(101 * HOUR);
  });
});

it('knows the next moment of what is published, and what was missed', async () => {
  expect(next()).toBeNull();
  world.addItem({ status: 'draft', publishFrom: clock + HOUR });
  world.addItem({ publishFrom: clock - HOUR, publishUntil: clock + 5 * HOUR });
  world.addItem({ publishFrom: clock + 4 * HOUR });
  await createPublisher(deps()).publish();
  expect(next()).toBe(104 * HOUR);
  clock += 10 * HOUR;
  expect(next()).toBe(104 * HOUR);
  await createPublisher(deps()).publish();
  expect(next()).toBeNull();
});

describe('the worker', () => {
  function start(): void {
    const nothing = async () => {};
    worker = startWorker({
      db: world.db,
      folder: world.folder,
      storage: openStorage({ kind: 'disk' }, world.folder),
      publisher: createPublisher({ ...deps(), now: Date.now }),
      runJob: nothing,
      abandonJob: nothing,
      goBack: (id) => rollBack({ ...deps(), now: Date.now }, id),
      watch: noWatch,
      quietMs: 0,
      now: Date.now,
      log: pino({ level: 'silent' }),
    });
  }
  const live = (word: string) => placesOf(world.folder, word).length > 0;
  const isPublished = () => {
    const { revision, publishedRevision } = readState(world.db);
    return revision === publishedRevision && keptReleases(world.db).length > 0;
  };

  it('wakes up by itself when an item begins and when it ends, also a month away', async () => {
    world.addItem();
    world.addItem({ title: 'Vos', publishFrom: Date.now() + 1000 });
    world.addItem({ publishFrom: Date.now() + 40 * 24 * HOUR });
    start();
    await expect.poll(isPublished).toBe(true);
    await expect.poll(() => live('Vos')).toBe(true);
    edit(2, { publishUntil: Date.now() + 1000 });
    await expect.poll(() => live('Vos')).toBe(false);
    expect(page('foto/01/item-0001.html')).toContain('Item 1');
  });

  it('makes up for a moment at which it was off', async () => {
    world.addItem();
    world.addItem({ title: 'Vos', publishUntil: clock + HOUR });
    await createPublisher(deps()).publish();
    expect(live('Vos')).toBe(true);
    start();
    await expect.poll(() => live('Vos')).toBe(false);
  });

  it('takes what ends from a release that is held, which stays', async () => {
    world.addItem();
    world.addItem({ title: 'Vos', publishUntil: clock + HOUR });
    const { publish } = createPublisher(deps());
    const first = await publish();
    edit(1, { title: 'Anders' });
    await publish();
    await rollBack(deps(), first?.id ?? '');
    expect(live('Anders')).toBe(false);
    start();
    await expect.poll(() => live('Vos')).toBe(false);
    await expect.poll(() => readState(world.db).running).toBe(false);
    expect([live('Anders'), readState(world.db).heldRevision]).toEqual([false, expect.any(Number)]);
  });

  it('keeps a step back while nothing begins or ends', async () => {
    world.addItem();
    const { publish } = createPublisher(deps());
    const first = await publish();
    edit(1, { title: 'Anders' });
    await publish();
    await rollBack(deps(), first?.id ?? '');
    start();
    await worker?.stop();
    expect(live('Anders')).toBe(false);
  });
});
