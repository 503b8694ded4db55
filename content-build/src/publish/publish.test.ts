import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '@veldlicht/database/open';
import { files, media, mediaTags, settings } from '@veldlicht/database/schema';
import { eq, gt } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { KEPT_AT_LEAST } from '../release/releases-to-keep.ts';
import { SITEMAP_PART_ITEMS } from '../release/site-routes.ts';
import { usePublishWorld } from '../testing/publish-world.ts';
import { linksBelow, liveFiles } from '../testing/release-tree.ts';
import { plainSite } from '../testing/world.ts';
import { keptReleases } from './publish-state.ts';

const DAY = 24 * 3_600_000;

const world = usePublishWorld();
const { publisher, publishTitles, live, page, edit, drop, item, state } = world;

/** Index files that the library asks for, oldest items last. */
const chunkNames = (kind: 'search' | 'view') =>
  [...page('mediabibliotheek.html').matchAll(new RegExp(`"${kind}":"([^"]+)"`, 'g'))].map(
    ([, name]) => name,
  );

it('publishes an empty library', async () => {
  await publisher().publish();
  expect([...live().keys()].filter((file) => file.endsWith('.html'))).toEqual([
    '404.html',
    'bericht-verzonden.html',
    'index.html',
    'licentie.html',
    'mediabibliotheek.html',
  ]);
});

it('has a page about the photographer once there is something to read, with a portrait as long as that is public', async () => {
  const seq = world.addItem();
  const [id, slug] = ['m1', 'item-0001'];
  const tell = (profile: object) => world.db.update(settings).set({ profile }).run();
  const publish = async () => {
    await publisher().publish();
    return { paths: [...live().keys()], sitemap: page('sitemap-0.xml') };
  };
  tell({ portrait: id });
  expect((await publish()).paths).not.toContain('over.html');
  tell({ portrait: id, aboutLong: 'Vroeg op.' });
  const { paths, sitemap } = await publish();
  expect([paths.includes('over.html'), sitemap.includes('"/over"')]).toEqual([true, true]);
  expect(page('over.html')).toContain(slug);
  world.db.update(media).set({ status: 'draft' }).where(eq(media.seq, seq)).run();
  await publish();
  expect(page('over.html')).not.toContain(slug);
  tell({});
  expect((await publish()).paths).not.toContain('over.html');
});

it('publishes files that are not pages like pages, and compresses those that gain by it', async () => {
  world.addItem();
  await publisher().publish();
  const files = [...live().keys()].filter((file) => !/html|^foto|^release/.test(file));
  const text = (name: string) => [name, `${name}.br`, `${name}.gz`];
  expect(files).toEqual(
    [
      'icon.png',
      ...text('.well-known/tdmrep.json'),
      ...['manifest.webmanifest', 'robots.txt', 'rss.xml'].flatMap(text),
      ...['sitemap-0.xml', 'sitemap-1.xml', 'sitemap.xml'].flatMap(text),
    ].sort(),
  );
});

it('shows a new item in the feed and in the newest part of the sitemap only', async () => {
  const categoryId = 'macro';
  world.addItem({ categoryId });
  world.addItem({ categoryId, seq: SITEMAP_PART_ITEMS });
  const { site } = world;
  const { publish } = publisher();
  await publish();
  site.rendered.length = 0;
  world.addItem({ categoryId });
  await publish();
  const files = () => site.rendered.filter((path) => path.includes('.')).sort();
  expect(files()).toEqual(['/rss.xml', '/sitemap-2.xml', '/sitemap.xml']);
  site.rendered.length = 0;
  world.addItem({ categoryId });
  await publish();
  expect(files()).toEqual(['/rss.xml', '/sitemap-2.xml']);
  world.db.delete(media).where(gt(media.seq, SITEMAP_PART_ITEMS)).run();
  await publish();
  expect([...live().keys()]).not.toContain('sitemap-2.xml');
});

it('follows the build of the site in the files that it brings along', async () => {
  world.addItem();
  await publisher().publish();
  const site = { ...plainSite('b'.repeat(64)), files: ['other.png'] };
  await publisher({ site }).publish();
  expect([...live().keys()].filter((file) => file.endsWith('.png'))).toEqual(['other.png']);
});

it('renders only what an edit touches', async () => {
  world.addItems(300);
  const { site } = world;
  const { publish } = publisher();
  await publish();
  site.rendered.length = 0;
  edit(50, { title: 'Nieuw' });
  await publish();
  expect(site.rendered.sort()).toEqual([
    '/categorie/macro',
    '/foto/item-0049',
    '/foto/item-0050',
    '/foto/item-0051',
    '/mediabibliotheek',
    '/mediabibliotheek/archief/1',
    '/sitemap-1.xml',
  ]);
  expect(page('foto/50/item-0050.html')).toContain('"title":"Nieuw"');
  expect(page('foto/51/item-0051.html')).toContain('"title":"Nieuw"');
});

it('leaves what stands beside an item alone when they show nothing of what changed', async () => {
  world.addItems(300);
  const video = world.addItem({ type: 'video' });
  const { site } = world;
  const { publish } = publisher();
  await publish();
  site.rendered.length = 0;
  const [view] = chunkNames('view');
  const tag = world.addTag('mist');
  world.db.insert(mediaTags).values({ mediaSeq: 50, tagId: tag }).run();
  edit(150, { description: 'Vroeg' });
  await publish();
  expect(site.rendered.sort()).toEqual(['/foto/item-0050', '/foto/item-0150', '/mediabibliotheek']);
  expect(chunkNames('view')[0]).toBe(view);
  site.rendered.length = 0;
  edit(video, { description: 'Vroeg' });
  await publish();
  // Home and feed show the newest items whole, the sitemap its videos.
  expect(site.rendered.sort()).toEqual([
    ...['/', '/mediabibliotheek', '/rss.xml', '/sitemap-2.xml', '/video/item-0301'],
  ]);
});

it('makes no release when nothing that visitors see has changed', async () => {
  world.addItem();
  const { publish } = publisher();
  await publish();
  world.addItem({ status: 'draft' });
  expect(await publish()).toBeNull();
  expect(state()).toMatchObject({ publishedRevision: state().revision });
});

it('leaves out drafts and items whose renditions are not complete', async () => {
  world.addItem({ status: 'draft' });
  world.addItem();
  world.db.update(files).set({ processing: 'working' }).run();
  world.addItem();
  await publisher().publish();
  const pages = [...live().keys()].filter((file) => /^foto\/.*html$/.test(file));
  expect(pages).toEqual(['foto/03/item-0003.html']);
});

it('keeps showing the old file of an item until the new one is ready', async () => {
  const seq = world.addItem();
  const { publish } = publisher();
  await publish();
  const before = page();
  const [old] = world.db.select().from(media).all();
  world.addItem();
  const second = item(2);
  world.db
    .update(files)
    .set({ processing: 'working' })
    .where(eq(files.hash, second?.fileHash ?? ''))
    .run();
  edit(seq, { fileHash: second?.fileHash, previousFileHash: old?.fileHash });
  await publish();
  expect(page()).toBe(before);
});

it('opens the picture addresses of published items only, and closes them on deletion', async () => {
  const seq = world.addItem();
  world.addItem({ status: 'draft' });
  const { publish } = publisher();
  await publish();
  const [first] = world.db.select().from(media).all();
  expect(readdirSync(world.folder.publicMedia)).toEqual([first?.fileHash]);
  drop(seq);
  await publish();
  expect(readdirSync(world.folder.publicMedia)).toEqual([]);
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
  const [shown, other] = world.db.select().from(media).all();
  const here = eq(media.seq, 1);
  world.db
    .update(files)
    .set({ processing: 'working' })
    .where(eq(files.hash, other?.fileHash ?? ''))
    .run();
  world.db
    .update(media)
    .set({ fileHash: other?.fileHash, previousFileHash: shown?.fileHash })
    .where(here)
    .run();
  await publisher().publish();
  expect(page()).toContain('Item 1');
  expect(world.db.select().from(media).where(here).get()?.firstPublishedAt).not.toBeNull();
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

it('renders everything anew after the site was built anew', async () => {
  world.addItems(20);
  await publisher({ site: plainSite('a'.repeat(64)) }).publish();
  const site = plainSite('b'.repeat(64));
  const release = await publisher({ site }).publish();
  expect(release?.pagesRendered).toBe(release?.pagesTotal);
});

it('goes on from what is on disk after a restart', async () => {
  world.addItems(20);
  await publisher().publish();
  const site = plainSite();
  edit(3, { title: 'x' });
  await publisher({ site }).publish();
  expect(site.rendered.sort()).toEqual([
    ...['/categorie/drone', '/foto/item-0002', '/foto/item-0003', '/foto/item-0004'],
    ...['/mediabibliotheek', '/mediabibliotheek/archief/1', '/rss.xml', '/sitemap-1.xml'],
  ]);
});

describe('when something is wrong', () => {
  it('never links a release that shows a picture that is not there', async () => {
    world.addItem();
    const { publish } = publisher();
    await publish();
    const before = live();
    world.addItem();
    const row = item(2);
    rmSync(path.join(world.folder.renditions, row?.fileHash ?? '', '960-3.avif'));
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
    const gone = world.db.select().from(media).get()?.fileHash ?? '';
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
    expect(keptReleases(world.db)[0]).toMatchObject({ id: current, state: 'live' });
  });

  it('shows what a restored database says, though its revisions were given out before', async () => {
    world.addItem();
    await publisher().publish();
    const database = path.join(world.folder.root, 'restored.db');
    await world.db.$client.backup(database);
    world.db.update(media).set({ title: 'Vergeten' }).run();
    await publisher().publish();
    const db = openDatabase(database);
    db.update(media).set({ title: 'Hersteld' }).run();
    const folder = { ...world.folder, database };
    const restored = publisher({ db, folder });
    await restored.publish();
    db.$client.close();
    expect(page()).toContain('Hersteld');
  });
});

describe('keeping', () => {
  const titles = (count: number) => {
    world.addItem();
    return publishTitles(...Array.from({ length: count }, (_, i) => `Titel ${i}`));
  };

  /** Seldom enough for none to be kept for the sake of its day. */
  async function titlesFarApart(count: number): Promise<string[]> {
    world.addItem();
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      world.clock += 40 * DAY;
      ids.push(...(await publishTitles(`Titel ${i}`)));
    }
    return ids;
  }

  it('keeps at least five releases and what they share', async () => {
    const ids = await titlesFarApart(9);
    const kept = keptReleases(world.db);
    expect(kept.map(({ id }) => id)).toEqual(ids.slice(-KEPT_AT_LEAST).reverse());
    const { releases } = world.folder;
    expect(readdirSync(releases).filter((name) => /^r\d/.test(name))).toHaveLength(KEPT_AT_LEAST);
    expect(readdirSync(path.join(releases, 'shards', 'foto-01'))).toHaveLength(KEPT_AT_LEAST);
    for (const { id } of kept) {
      const text = liveFiles(path.join(releases)).get('foto/01/item-0001.html');
      expect(existsSync(path.join(releases, id, 'foto/01/item-0001.html'))).toBe(true);
      expect(text).toContain('Titel 8');
    }
  });

  it('clears away what a killed publish left behind', async () => {
    await titles(1);
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
  });

  it('removes nothing that the live release may need when its manifest can not be read', async () => {
    const [kept] = await titles(1);
    const before = live();
    const { releases } = world.folder;
    writeFileSync(path.join(releases, 'manifests', 'releases', `${kept}.json`), '{"id":');
    await publisher().prune();
    expect(live()).toEqual(before);
  });
});
