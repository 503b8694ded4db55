import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { viewChunkPath } from '@veldlicht/contract/index-paths';
import { openDatabase } from '@veldlicht/database/open';
import { CHUNK_ITEMS, removePublicDatabase } from '@veldlicht/database/public/public-database';
import {
  contentState,
  endedAddresses,
  files,
  mediaRows,
  mediaTags,
} from '@veldlicht/database/schema';
import { eq, gt } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { markTouched } from '../routes/routes.ts';
import { origin, usePublishWorld } from '../testing/publish-world.ts';
import { plainSite } from '../testing/world.ts';
import { openProjection } from './projection.ts';

const DAY = 24 * 3_600_000;

const world = usePublishWorld();
const { publisher, publishTitles, live, page, find, edit, drop, item, hashOf, state } = world;
const { rendered, setProfile } = world;

it('publishes an empty library with compressed texts, and again after a new build', async () => {
  await publisher().publish();
  const text = (name: string) => [name, `${name}.br`, `${name}.gz`];
  const pages = ['404', 'bericht-verzonden', 'index', 'licentie', 'mediabibliotheek'];
  const files = ['.well-known/tdmrep.json', 'manifest.webmanifest', 'robots.txt', 'rss.xml'];
  const texts = [...files, 'sitemap-0.xml', 'sitemap.xml', ...pages.map((name) => `${name}.html`)];
  expect([...live().keys()].sort()).toEqual(['icon.png', ...texts.flatMap(text)].sort());
  const site = { ...plainSite('b'.repeat(64)), files: ['other.png'] };
  const release = await publisher({ site }).publish();
  expect(release?.pagesRendered).toBe(release?.pagesTotal);
  expect([...live().keys()].filter((file) => file.endsWith('.png'))).toEqual(['other.png']);
});

it('has a page about the photographer when there is a text, with the portrait while it is public', async () => {
  const seq = world.addItem();
  const [id, slug] = ['m1', 'item-0001'];
  const publish = async () => {
    await publisher().publish();
    return { paths: [...live().keys()], sitemap: page('sitemap-0.xml') };
  };
  setProfile({ portrait: id });
  expect((await publish()).paths).not.toContain('over.html');
  setProfile({ portrait: id, aboutLong: 'Vroeg op.' });
  const { paths, sitemap } = await publish();
  expect([paths.includes('over.html'), sitemap.includes('"/over"')]).toEqual([true, true]);
  expect(page('over.html')).toContain(slug);
  edit(seq, { status: 'draft' });
  await publish();
  expect(page('over.html')).not.toContain(slug);
  setProfile({});
  expect((await publish()).paths).not.toContain('over.html');
});

it('shows a new item in the feed and the newest part of the sitemap only', async () => {
  const categoryId = 'macro';
  world.addItem({ categoryId });
  world.addItem({ categoryId, seq: CHUNK_ITEMS });
  const { publish } = publisher();
  await publish();
  const files = async () =>
    (await rendered(publish, () => world.addItem({ categoryId }))).filter((name) =>
      name.includes('.'),
    );
  expect(await files()).toEqual(['/rss.xml', '/sitemap-2.xml', '/sitemap.xml']);
  expect(await files()).toEqual(['/rss.xml', '/sitemap-2.xml']);
  world.db.delete(mediaRows).where(gt(mediaRows.seq, CHUNK_ITEMS)).run();
  await publish();
  expect([...live().keys()]).not.toContain('sitemap-2.xml');
});

it('renders only pages that an edit touches, also after a restart', async () => {
  world.addItems(300);
  await publisher().publish();
  for (const title of ['Nieuw', 'Nieuwer']) {
    expect(await rendered(publisher().publish, () => edit(50, { title }))).toEqual([
      '/categorie/macro',
      '/foto/item-0049',
      '/foto/item-0050',
      '/foto/item-0051',
      '/mediabibliotheek/archief/1',
    ]);
    for (const file of ['foto/item-0050.html', 'foto/item-0051.html'])
      expect(page(file)).toContain(`"title":"${title}"`);
  }
});

it('does not render neighbours that do not show the change', async () => {
  world.addItems(300);
  const video = world.addItem({ type: 'video' });
  const { publish } = publisher();
  await publish();
  /** Columns of the grid, newest first. */
  const views = () => [2, 1].map((number) => page(viewChunkPath(number).slice(1)));
  const before = views();
  const tag = world.addTag('mist');
  const touched = await rendered(publish, () => {
    world.db.insert(mediaTags).values({ mediaSeq: 50, tagId: tag }).run();
    edit(150, { description: 'Vroeg' });
  });
  expect(touched).toEqual(['/foto/item-0050', '/foto/item-0150', '/mediabibliotheek']);
  expect(views()).toEqual(before);
  // Home and feed show the newest items whole, the sitemap its videos.
  expect(await rendered(publish, () => edit(video, { description: 'Vroeg' }))).toEqual([
    '/',
    '/rss.xml',
    '/sitemap-2.xml',
    '/video/item-0301',
  ]);
});

it('shows neither drafts nor items without renditions, and links renditions of shown items only', async () => {
  const working = (hash: string) =>
    world.db.update(files).set({ processing: 'working' }).where(eq(files.hash, hash)).run();
  for (const status of ['draft', 'published', 'published'] as const) world.addItem({ status });
  working(hashOf(2));
  const { publish } = publisher();
  const shown = () => [
    [...live().keys()].filter((file) => /^foto\/.*html$/.test(file)),
    readdirSync(world.folder.publicMedia),
  ];
  await publish();
  expect(shown()).toEqual([['foto/item-0003.html'], [hashOf(3)]]);
  world.addItem({ status: 'draft' });
  expect(await publish()).toBeNull();
  expect(state()).toMatchObject({ publishedRevision: state().revision });
  // Visitors see the old file of an item until the new one is ready.
  const before = page('foto/item-0003.html');
  edit(3, { fileHash: hashOf(2), previousFileHash: hashOf(3) });
  await publish();
  expect(page('foto/item-0003.html')).toBe(before);
  drop(3);
  await publish();
  expect(shown()).toEqual([[], []]);
});

it('fixes the address of an item that still shows its previous file', async () => {
  world.addItem();
  world.addItem({ status: 'draft' });
  world.db
    .update(files)
    .set({ processing: 'working' })
    .where(eq(files.hash, hashOf(2)))
    .run();
  edit(1, { fileHash: hashOf(2), previousFileHash: hashOf(1) });
  await publisher().publish();
  expect(page()).toContain('Item 1');
  expect(item(1)?.firstPublishedAt).not.toBeNull();
});

it('keeps the address that an item had when a publish began', async () => {
  world.addItem();
  const step = () => edit(1, { slug: 'anders-1234' });
  const ignore = () => undefined;
  await publisher({ listener: { step: ignore, rendering: step, rendered: ignore } }).publish();
  await publisher().publish();
  const kept = world.db.select().from(endedAddresses).all();
  expect(kept).toMatchObject([{ ending: '0001' }]);
  expect([page(), page('foto/anders-1234.html')]).toEqual(['', expect.stringContaining('Item 1')]);
});

describe('after damage', () => {
  it('publishes no page with a missing picture', async () => {
    world.addItem();
    const { publish } = publisher();
    await publish();
    const before = live();
    world.addItem();
    rmSync(path.join(world.folder.renditions, hashOf(2), '960-3.avif'));
    await expect(publish()).rejects.toThrow(/A picture of “Item 2” is missing: .*960-3\.avif/);
    expect(live()).toEqual(before);
  });

  it.each([
    ['at once', false],
    ['after `removeHidden`', true],
  ])(
    'makes everything when the public database is lost, and removes unknown files: %s',
    async (_, isUpdated) => {
      world.addItem();
      world.addItem();
      await publisher().publish();
      removePublicDatabase(world.folder.publicDatabase);
      drop(1);
      const { publish, removeHidden } = publisher();
      if (isUpdated) removeHidden?.();
      const release = await publish();
      expect(release?.pagesRendered).toBe(release?.pagesTotal);
      expect(find('item-0001')).toEqual([]);
      await world.isAsFromNothing();
    },
  );
});

describe('when the database and the site differ', () => {
  it('shows a restored database, though its revisions repeat', async () => {
    world.addItem();
    await publisher().publish();
    const database = path.join(world.folder.root, 'restored.db');
    await world.db.$client.backup(database);
    world.db.update(mediaRows).set({ title: 'Vergeten' }).run();
    await publisher().publish();
    const db = openDatabase(database);
    // Like a restore.
    db.update(contentState).set({ epoch: 'another' }).run();
    db.update(mediaRows).set({ title: 'Hersteld' }).run();
    const folder = { ...world.folder, database };
    const projection = openProjection(folder, origin, markTouched);
    const restored = publisher({ db, folder, projection });
    await restored.publish();
    projection.close();
    db.$client.close();
    expect(page()).toContain('Hersteld');
  });
});

describe('kept files', () => {
  const assetsFolder = () => path.join(world.folder.publicSite, '_astro');

  it('one attempt is live, earlier ones are gone', async () => {
    world.addItem();
    const ids = await publishTitles('Ochtend', 'Middag', 'Avond');
    expect(world.releases().map(({ id, state }) => [id, state])).toEqual([
      [ids[2], 'live'],
      [ids[1], 'gone'],
      [ids[0], 'gone'],
    ]);
    expect([find('Ochtend'), find('Middag')]).toEqual([[], []]);
  });

  it('the index keeps nothing of changed or removed items, and gets no further file', async () => {
    world.addItem({ title: 'Vos' });
    world.addItem({ title: 'Ree' });
    const { publish } = publisher();
    await publish();
    const index = () => [...live()].filter(([name]) => /^bibliotheek\/.*\.json$/.test(name));
    const first = index().map(([name]) => name);
    edit(2, { title: 'Reegeit' });
    await publish();
    expect(index().map(([name]) => name)).toEqual(first);
    expect(index().join()).toContain('Reegeit');
    expect(index().join()).not.toContain('Ree"');
    drop(1);
    await publish();
    expect(find('Vos')).toEqual([]);
  });

  it('assets of an earlier build stay for a month', async () => {
    world.addItem();
    const build = (name: string) => {
      const compiled = path.join(world.folder.root, `assets-${name}`);
      mkdirSync(compiled);
      for (const file of ['shared.js', `${name}.js`]) writeFileSync(path.join(compiled, file), '');
      const site = plainSite(name.repeat(64));
      return { ...site, assetsFolder: compiled, assets: ['shared.js', `${name}.js`] };
    };
    const assets = () => readdirSync(assetsFolder()).filter((name) => name.endsWith('.js'));
    await publisher({ site: build('a') }).publish();
    // A month after they were written.
    world.clock = Date.now() + 60 * DAY;
    const { publish, sweep } = publisher({ site: build('b') });
    await publish();
    // Used until today.
    utimesSync(path.join(assetsFolder(), 'a.js'), world.clock / 1000, world.clock / 1000);
    world.clock += 29 * DAY;
    await sweep();
    expect(assets().sort()).toEqual(['a.js', 'b.js', 'shared.js']);
    world.clock += 2 * DAY;
    await sweep();
    expect(assets().sort()).toEqual(['b.js', 'shared.js']);
  });

  it('leftovers of attempts and earlier versions are removed', async () => {
    world.addItem();
    await publishTitles('Titel');
    const { root, staging, publicSite, publicMedia } = world.folder;
    const before = live();
    for (const place of [path.join(root, 'releases', 'r1'), path.join(publicSite, 'oud'), staging])
      mkdirSync(place, { recursive: true });
    for (const name of ['foto/weg-0001.html', 'oud/x.html.br', 'geen adres.txt', '.half'])
      writeFileSync(path.join(publicSite, name), 'x');
    for (const name of ['a'.repeat(32), `${'b'.repeat(32)}.tmp`])
      symlinkSync('nowhere', path.join(publicMedia, name));
    const { prune, sweep } = publisher();
    await prune();
    await sweep();
    expect([existsSync(path.join(root, 'releases')), existsSync(staging)]).toEqual([false, false]);
    expect(live()).toEqual(before);
    expect(readdirSync(publicMedia)).toEqual([hashOf(1)]);
  });
});
