import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { openDatabase } from '@veldlicht/database/open';
import { contentState, files, media, mediaTags } from '@veldlicht/database/schema';
import { eq, gt } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { SITEMAP_PART_ITEMS } from '../release/site-routes.ts';
import { openProjection } from '../snapshot/projected-source.ts';
import { origin, usePublishWorld } from '../testing/publish-world.ts';
import { linksBelow } from '../testing/release-tree.ts';
import { plainSite } from '../testing/world.ts';

const DAY = 24 * 3_600_000;

const world = usePublishWorld();
const { publisher, publishTitles, live, page, find, edit, drop, item, hashOf, state } = world;
const { rendered, setProfile } = world;

it('publishes pages and files of an empty library, compresses those that gain by it, and follows the build of the site', async () => {
  await publisher().publish();
  const text = (name: string) => [name, `${name}.br`, `${name}.gz`];
  const pages = ['404', 'bericht-verzonden', 'index', 'licentie', 'mediabibliotheek'];
  const files = ['.well-known/tdmrep.json', 'manifest.webmanifest', 'robots.txt', 'rss.xml'];
  const texts = [...files, 'sitemap-0.xml', 'sitemap.xml', ...pages.map((name) => `${name}.html`)];
  expect([...live().keys()].sort()).toEqual(
    ['icon.png', 'release.json', ...texts.flatMap(text)].sort(),
  );
  const site = { ...plainSite('b'.repeat(64)), files: ['other.png'] };
  const release = await publisher({ site }).publish();
  expect(release?.pagesRendered).toBe(release?.pagesTotal);
  expect([...live().keys()].filter((file) => file.endsWith('.png'))).toEqual(['other.png']);
});

it('has a page about the photographer once there is something to read, with a portrait as long as that is public', async () => {
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

it('shows a new item in the feed and in the newest part of the sitemap only', async () => {
  const categoryId = 'macro';
  world.addItem({ categoryId });
  world.addItem({ categoryId, seq: SITEMAP_PART_ITEMS });
  const { publish } = publisher();
  await publish();
  const files = async () =>
    (await rendered(publish, () => world.addItem({ categoryId }))).filter((name) =>
      name.includes('.'),
    );
  expect(await files()).toEqual(['/rss.xml', '/sitemap-2.xml', '/sitemap.xml']);
  expect(await files()).toEqual(['/rss.xml', '/sitemap-2.xml']);
  world.db.delete(media).where(gt(media.seq, SITEMAP_PART_ITEMS)).run();
  await publish();
  expect([...live().keys()]).not.toContain('sitemap-2.xml');
});

it('renders only what an edit touches, also after a restart', async () => {
  world.addItems(300);
  await publisher().publish();
  for (const title of ['Nieuw', 'Nieuwer']) {
    expect(await rendered(publisher().publish, () => edit(50, { title }))).toEqual([
      '/categorie/macro',
      '/foto/item-0049',
      '/foto/item-0050',
      '/foto/item-0051',
      '/mediabibliotheek',
      '/mediabibliotheek/archief/1',
      '/sitemap-1.xml',
    ]);
    for (const file of ['foto/50/item-0050.html', 'foto/51/item-0051.html'])
      expect(page(file)).toContain(`"title":"${title}"`);
  }
});

it('leaves what stands beside an item alone when they show nothing of what changed', async () => {
  world.addItems(300);
  const video = world.addItem({ type: 'video' });
  const { publish } = publisher();
  await publish();
  /** Index files that the library asks for, newest first. */
  const views = () =>
    [...page('mediabibliotheek.html').matchAll(/"view":"([^"]+)"/g)].map(([, name]) => name);
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
    ...['/', '/mediabibliotheek', '/rss.xml', '/sitemap-2.xml', '/video/item-0301'],
  ]);
});

it('shows neither drafts nor what is not rendered yet, opens the pictures of what it shows only, and makes no release for the rest', async () => {
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
  expect(shown()).toEqual([['foto/03/item-0003.html'], [hashOf(3)]]);
  world.addItem({ status: 'draft' });
  expect(await publish()).toBeNull();
  expect(state()).toMatchObject({ publishedRevision: state().revision });
  // The old file of an item is what visitors see until the new one is ready.
  const before = page('foto/03/item-0003.html');
  edit(3, { fileHash: hashOf(2), previousFileHash: hashOf(3) });
  await publish();
  expect(page('foto/03/item-0003.html')).toBe(before);
  drop(3);
  await publish();
  expect(shown()).toEqual([[], []]);
});

it('has no links in a release but relative ones to shards within the releases', async () => {
  world.addItems(120);
  const { publish } = publisher();
  await publish();
  edit(3, { title: 'x' });
  await publish();
  const { releases } = world.folder;
  const id = readlinkSync(path.join(releases, 'current'));
  const links = linksBelow(path.join(releases, id));
  expect(links.length).toBe(101);
  for (const place of links) {
    const target = readlinkSync(place);
    expect(path.isAbsolute(target)).toBe(false);
    expect(path.resolve(path.dirname(place), target)).toMatch(
      new RegExp(`^${releases}/shards/[^/]+/[0-9a-f]{16}$`),
    );
  }
});

it('fixes the address of an item whose old file is what visitors see', async () => {
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

it('retires an address that changes before it is written down that visitors know it', async () => {
  world.addItem();
  const step = (line: string) => {
    if (line === 'putting it live') edit(1, { slug: 'anders-1234' });
  };
  const ignore = () => undefined;
  const { publish } = publisher({ listener: { step, rendering: ignore, rendered: ignore } });
  const old = world.db.select().from(media).get()?.slug ?? '';
  await publish();
  await publish();
  expect([...live().keys()]).toContain(`retired-${old.slice(-4)}.txt`);
});

describe('when something is wrong', () => {
  it('never links a release that shows a picture that is not there', async () => {
    world.addItem();
    const { publish } = publisher();
    await publish();
    const before = live();
    world.addItem();
    rmSync(path.join(world.folder.renditions, hashOf(2), '960-3.avif'));
    await expect(publish()).rejects.toThrow(/A picture of “Item 2” is missing: .*960-3\.avif/);
    expect(live()).toEqual(before);
  });

  it('renders everything when the live release can not be read', async () => {
    world.addItem();
    await publisher().publish();
    rmSync(path.join(world.folder.releases, 'manifests'), { recursive: true });
    const release = await publisher().publish();
    expect(release?.pagesRendered).toBe(release?.pagesTotal);
    expect(page()).toContain('Item 1');
  });
});

describe('when the database and what is live have come apart', () => {
  it('finishes what a publish that died after the swap had left to do', async () => {
    world.addItem();
    world.addItem();
    await publisher().publish();
    const gone = hashOf(1);
    drop(1);
    // A folder in the place of the link can't be taken away: the publish fails right there.
    const link = path.join(world.folder.publicMedia, gone);
    rmSync(link);
    mkdirSync(path.join(link, 'x'), { recursive: true });
    await expect(publisher().publish()).rejects.toThrow();
    expect(existsSync(path.join(world.folder.releases, 'current/foto/01/item-0001.html'))).toBe(
      false,
    );
    rmSync(path.join(link, 'x'), { recursive: true });
    rmSync(link, { recursive: true });
    writeFileSync(link, '');
    await publisher().publish();
    expect(existsSync(link)).toBe(false);
    const current = readlinkSync(path.join(world.folder.releases, 'current'));
    expect(state().releaseId).toBe(current);
    expect(world.releases()[0]).toMatchObject({ id: current, state: 'live' });
  });

  it('shows what a restored database says, though its revisions were given out before', async () => {
    world.addItem();
    await publisher().publish();
    const database = path.join(world.folder.root, 'restored.db');
    await world.db.$client.backup(database);
    world.db.update(media).set({ title: 'Vergeten' }).run();
    await publisher().publish();
    const db = openDatabase(database);
    // As restoring does.
    db.update(contentState).set({ epoch: 'another' }).run();
    db.update(media).set({ title: 'Hersteld' }).run();
    const folder = { ...world.folder, database };
    const projection = openProjection(folder, origin);
    const restored = publisher({ db, folder, projection });
    await restored.publish();
    projection.close();
    db.$client.close();
    expect(page()).toContain('Hersteld');
  });
});

describe('keeping', () => {
  const at = (...parts: string[]) => path.join(world.folder.releases, ...parts);

  it('keeps the live release alone, and nothing of those before it', async () => {
    world.addItem();
    const ids = await publishTitles('Ochtend', 'Middag', 'Avond');
    // Where an earlier version of this program wrote down what each release showed.
    mkdirSync(at('snapshots', 'chunks'), { recursive: true });
    await publisher().prune();
    const folders = ['assets', 'current', 'index', 'manifests', 'shards'];
    expect(readdirSync(at()).sort()).toEqual([...folders, ids[2] ?? ''].sort());
    expect(readdirSync(at('manifests', 'releases'))).toEqual([`${ids[2]}.json`]);
    expect(readdirSync(at('shards', 'foto-01'))).toHaveLength(1);
    expect(world.releases().map(({ id, state }) => [id, state])).toEqual([
      [ids[2], 'live'],
      [ids[1], 'gone'],
      [ids[0], 'gone'],
    ]);
    expect(page()).toContain('Avond');
  });

  it('has no index file but those of the live release, from the swap on', async () => {
    world.addItem({ title: 'Vos' });
    world.addItem({ title: 'Ree' });
    const { publish } = publisher();
    await publish();
    const index = () => readdirSync(at('index')).filter((name) => name.endsWith('.json'));
    const first = index();
    edit(2, { title: 'Reegeit' });
    await publish();
    const second = index();
    expect(second.filter((name) => first.includes(name))).toHaveLength(1);
    expect(second.map((name) => readFileSync(at('index', name), 'utf8')).join()).not.toContain(
      'Ree"',
    );
    drop(1);
    await publish();
    expect(find('Vos')).toEqual([]);
    // Of a publish that died right after the swap.
    writeFileSync(at('index', '0123456789abcdef.json'), '{}');
    await publisher().prune();
    expect(index()).toHaveLength(2);
  });

  it('keeps the client files of an earlier build for a month, for tabs that are open', async () => {
    world.addItem();
    const build = (name: string) => {
      const assetsFolder = path.join(world.folder.root, `assets-${name}`);
      mkdirSync(assetsFolder);
      for (const file of ['shared.js', `${name}.js`])
        writeFileSync(path.join(assetsFolder, file), '');
      const site = plainSite(name.repeat(64));
      return { ...site, assetsFolder, assets: ['shared.js', `${name}.js`] };
    };
    const assets = () => readdirSync(at('assets', '_astro')).filter((name) => name.endsWith('.js'));
    const old = publisher({ site: build('a') });
    await old.publish();
    // A day on which nothing is left of the month that began when they were written.
    world.clock = Date.now() + 60 * DAY;
    const { publish, prune } = publisher({ site: build('b') });
    await publish();
    await prune();
    world.clock += 29 * DAY;
    await prune();
    expect(assets().sort()).toEqual(['a.js', 'b.js', 'shared.js']);
    world.clock += 2 * DAY;
    await prune();
    expect(assets().sort()).toEqual(['b.js', 'shared.js']);
  });

  it('clears away what a killed publish left behind, and nothing that the live release may need', async () => {
    world.addItem();
    const [kept] = await publishTitles('Titel');
    const { releases } = world.folder;
    writeFileSync(path.join(releases, 'shards', 'foto-01', 'stray'), '');
    mkdirSync(path.join(releases, '.tmp-1', 'foto'), { recursive: true });
    for (const folder of ['releases', 'foto-01'])
      writeFileSync(path.join(releases, 'manifests', folder, 'x.json.1.tmp'), '');
    await publisher().prune();
    expect(readdirSync(path.join(releases, 'shards', 'foto-01'))).toHaveLength(1);
    expect(readdirSync(releases)).not.toContain('.tmp-1');
    for (const folder of ['releases', 'foto-01'])
      expect(readdirSync(path.join(releases, 'manifests', folder))).toHaveLength(1);
    // Nobody knows what it links to when its manifest can't be read.
    const before = live();
    writeFileSync(path.join(releases, 'manifests', 'releases', `${kept}.json`), '{"id":');
    await publisher().prune();
    expect(live()).toEqual(before);
  });
});
