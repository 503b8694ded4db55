/** Everything that a small but varied library publishes, looked at as search engines and browsers do. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { SiteProfile } from '@veldlicht/contract/settings';
import { media, settings } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import type { HtmlElement } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSite, type SiteRenderer } from '../release/site-renderer.ts';
import { htmlFaults, readHtml, textsOf, valuesOf } from '../testing/html-document.ts';
import { placesOf } from '../testing/reachable.ts';
import { allNamed, readXml } from '../testing/read-xml.ts';
import { liveFiles } from '../testing/release-tree.ts';
import { addressesOf, fileBehind, linkFault, styleFaults } from '../testing/site-addresses.ts';
import { structuredDataFaults } from '../testing/structured-data-faults.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createPublisher } from './publish.ts';
import { keptReleases } from './publish-state.ts';
import { rollBack } from './rollback.ts';

const origin = 'https://veldlicht.example';
const hostile = `</script></title><b onclick="x()"> & ]]> "'\u0008`;
const place = '52.131234, 5.860432';

let world: World;
let site: SiteRenderer;
/** Every page by its address. */
const pages = new Map<string, { html: string; page: HtmlElement }>();

/** Photos of every kind, films, a draft, and gaps in the ages, so that every list has several parts. */
function fillLibrary({ addItem, db }: World): void {
  const photo = { description: 'Een lange ochtend.\n\nMist boven het veen.', date: '2026-05-01' };
  addItem({ title: 'Grutto', ...photo, location: 'Eemland', tags: ['weide', 'vogels'] });
  addItem({ title: hostile, description: hostile, alt: hostile, tags: [`t${hostile}`] });
  addItem({ title: 'Bosuil', location: place, locationPrivacy: 'approximate', featured: true });
  addItem({ title: 'Nest', location: place, locationPrivacy: 'hidden' });
  addItem({ title: 'Vos', type: 'video', slug: 'vos-0005', date: '2026-03-04' });
  addItem({ title: 'Meer', type: 'video', slug: 'meer-0006', description: 'Golven.' });
  addItem({ title: `Een ${'heel '.repeat(40)}lange titel` });
  addItem({ title: 'Geheim', status: 'draft' });
  addItem({ title: 'Later', seq: 150 });
  addItem({ title: 'Nog later', seq: 260, location: '' });
  const none = { label: '', url: '' };
  const instagram = { label: 'Instagram', url: 'https://instagram.example/joris?a=1&b=2' };
  const profile: Partial<SiteProfile> = {
    photographer: 'Joris',
    copyrightHolder: 'Joris Beeld BV',
    social: [instagram, none, none],
  };
  db.update(settings).set({ profile }).run();
}

const files = () => liveFiles(world.folder.releases);
const xml = (name: string) => Buffer.from(files().get(name) ?? '', 'latin1').toString('utf8');

/** The address of a page by its place in the release. */
function addressOf(file: string): string {
  const name = file.replace(/\.html$/, '').replace(/^(foto|video)\/\d\d\//, '$1/');
  return name === 'index' ? '/' : `/${name}`;
}

beforeAll(async () => {
  world = await createWorld();
  fillLibrary(world);
  const { db, folder } = world;
  // A new build replaces the bundle under a running worker: what is loaded must do without its files.
  const dist = path.join(folder.root, 'site');
  cpSync(path.join(import.meta.dirname, '../../../site/dist'), dist, { recursive: true });
  site = await loadSite(dist, origin);
  rmSync(path.join(dist, 'server'), { recursive: true });
  await createPublisher({ db, folder, site, origin, now: () => 1 }).publish();
  for (const [file, bytes] of files()) {
    if (!file.endsWith('.html')) continue;
    const html = Buffer.from(bytes, 'latin1').toString('utf8');
    pages.set(addressOf(file), { html, page: await readHtml(html) });
  }
});
afterAll(() => world.remove());

/** Pages that search engines may keep. */
const indexed = () =>
  [...pages].filter(([address]) => !/^\/(404|bericht-verzonden)$/.test(address));

describe('every page', () => {
  it('is there', () => {
    expect([...pages.keys()].sort()).toEqual([
      '/',
      '/404',
      '/bericht-verzonden',
      ...[1, 2, 3, 4, 7, 9, 10].map((n) => `/foto/item-${String(n).padStart(4, '0')}`).sort(),
      '/licentie',
      '/mediabibliotheek',
      '/mediabibliotheek/archief/1',
      '/mediabibliotheek/archief/2',
      '/mediabibliotheek/archief/3',
      '/video/meer-0006',
      '/video/vos-0005',
    ]);
  });

  it('is valid HTML', async () => {
    const faults: string[] = [];
    for (const [address, { html }] of pages)
      for (const fault of await htmlFaults(html)) faults.push(`${address}: ${fault}`);
    expect(faults).toEqual([]);
  });

  it('is in Dutch, with one heading, and a title and description of its own', () => {
    const titles = new Set<string>();
    const descriptions = new Set<string>();
    for (const [address, { page }] of pages) {
      expect([address, valuesOf(page, 'html', 'lang')]).toEqual([address, ['nl']]);
      expect([address, textsOf(page, 'h1').length]).toEqual([address, 1]);
      expect([address, textsOf(page, 'h1')[0]]).not.toEqual([address, '']);
      const [title = ''] = textsOf(page, 'head title');
      const [description = ''] = valuesOf(page, 'meta[name="description"]', 'content');
      expect([address, title !== '', titles.has(title)]).toEqual([address, true, false]);
      const length = description.length;
      expect([address, length >= 25 && length <= 161, descriptions.has(description)]).toEqual([
        address,
        true,
        false,
      ]);
      titles.add(title);
      descriptions.add(description);
    }
  });

  it('names its own address, or asks not to be kept', () => {
    for (const [address, { page }] of indexed())
      expect(valuesOf(page, 'link[rel="canonical"]', 'href')).toEqual([origin + address]);
    for (const address of ['/404', '/bericht-verzonden']) {
      const page = pages.get(address)?.page;
      expect(page && valuesOf(page, 'link[rel="canonical"]', 'href')).toEqual([]);
      expect(page && valuesOf(page, 'meta[name="robots"]', 'content')).toEqual(['noindex']);
    }
  });

  it('leads only to what exists, down to the anchor', () => {
    const ids = new Map(
      [...pages].map(([address, { page }]) => [address, new Set(valuesOf(page, '[id]', 'id'))]),
    );
    const faults = [...pages].flatMap(([from, { page }]) =>
      addressesOf(page).flatMap(
        (address) => linkFault(world.folder, origin, from, address, ids) ?? [],
      ),
    );
    expect(faults).toEqual([]);
    const sheets = [...pages.values()].flatMap(({ page }) =>
      valuesOf(page, 'link[rel="stylesheet"]', 'href'),
    );
    expect(styleFaults(world.folder, new Set(sheets))).toEqual([]);
  });

  it('can be previewed with a picture that says what it shows', () => {
    for (const [address, { page }] of indexed()) {
      if (address === '/licentie') continue;
      const value = (name: string) => valuesOf(page, `meta[property="og:${name}"]`, 'content')[0];
      expect([address, value('image')?.startsWith(`${origin}/media/`)]).toEqual([address, true]);
      for (const name of ['image:width', 'image:height', 'image:type', 'image:alt', 'title', 'url'])
        expect([address, name, value(name) ?? '']).not.toEqual([address, name, '']);
      expect(valuesOf(page, 'meta[name="twitter:card"]', 'content')).toEqual([
        'summary_large_image',
      ]);
      expect(value('video')?.endsWith('video.mp4') ?? false).toBe(address.startsWith('/video/'));
    }
  });
});

describe('structured data', () => {
  it('is complete, and names only addresses that exist', () => {
    const faults: string[] = [];
    for (const [address, { page }] of pages) {
      const scripts = page.querySelectorAll('script[type="application/ld+json"]');
      expect(scripts.length).toBeLessThanOrEqual(1);
      for (const script of scripts) {
        const found = structuredDataFaults(script.textContent);
        faults.push(...found.faults.map((fault) => `${address}: ${fault}`));
        for (const one of found.addresses) {
          const url = new URL(one);
          const isOurs = url.origin === origin;
          if (isOurs && !existsSync(fileBehind(world.folder, url.pathname)))
            faults.push(`${address} names ${one}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('says of each kind of page what it is', () => {
    const types = (address: string) => {
      const [script] = pages.get(address)?.page.querySelectorAll('script') ?? [];
      const graph = JSON.parse(script?.textContent ?? '{}')['@graph'];
      return graph.map((node: Record<string, unknown>) => node['@type']);
    };
    expect(types('/')).toEqual(['WebSite', 'Person']);
    expect(types('/mediabibliotheek')).toEqual(['CollectionPage', 'BreadcrumbList']);
    expect(types('/mediabibliotheek/archief/2')).toEqual(['CollectionPage', 'BreadcrumbList']);
    expect(types('/foto/item-0002')).toEqual(['ImageObject', 'BreadcrumbList']);
    expect(types('/video/vos-0005')).toEqual(['VideoObject', 'BreadcrumbList']);
  });
});

describe('the files for machines', () => {
  const locations = (name: string) => allNamed(readXml(xml(name)), 'loc').map(({ text }) => text);

  it('list exactly the pages that may be found', () => {
    const parts = locations('sitemap.xml').map((address) => address.slice(origin.length + 1));
    expect(parts).toEqual(['sitemap-0.xml', 'sitemap-1.xml', 'sitemap-2.xml']);
    const listed = parts.flatMap(locations);
    expect(listed.sort()).toEqual(
      indexed()
        .map(([address]) => origin + address)
        .sort(),
    );
  });

  it('show the pictures and films that are public', () => {
    const part = readXml(xml('sitemap-1.xml'));
    const named = (name: string) => allNamed(part, name).map(({ text }) => text);
    const addresses = ['image:loc', 'video:thumbnail_loc', 'video:content_loc'].map(named);
    expect(addresses.map((list) => list.length)).toEqual([6, 2, 2]);
    for (const address of addresses.flat())
      expect(existsSync(fileBehind(world.folder, new URL(address).pathname))).toBe(true);
    expect(named('video:title')).toEqual(['Meer', 'Vos']);
    expect(named('video:duration')).toEqual(['47', '47']);
  });

  it('feed readers with the newest items first', () => {
    const rss = readXml(xml('rss.xml'));
    const items = allNamed(rss, 'item');
    const one = (index: number, name: string) =>
      items[index]?.children.find((child) => child.name === name);
    expect(items.length).toBe(9);
    expect(one(0, 'title')?.text).toBe('Nog later');
    expect(one(7, 'title')?.text).toBe(hostile.replace('\u0008', ''));
    for (const [i] of items.entries()) {
      const address = one(i, 'link')?.text ?? '';
      expect(pages.has(address.slice(origin.length))).toBe(true);
      expect(one(i, 'guid')).toMatchObject({ text: address, attributes: { isPermaLink: 'true' } });
      expect(new Date(one(i, 'pubDate')?.text ?? '').getTime()).toBeGreaterThan(0);
      const url = one(i, 'media:content')?.attributes.url ?? '';
      expect(existsSync(fileBehind(world.folder, new URL(url).pathname))).toBe(true);
      const html = one(i, 'content:encoded')?.text ?? '';
      expect(html).toMatch(/^<p><a href="[^"<]*"><img src="[^"<]*" width="\d+" height="\d+" alt="/);
      expect(html).not.toMatch(/<b |<script|<\/script/);
    }
    expect(allNamed(rss, 'atom:link')[0]?.attributes.href).toBe(`${origin}/rss.xml`);
  });

  it('point robots to the sitemap and away from the admin', () => {
    expect(xml('robots.txt')).toBe(
      `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`,
    );
  });

  it('bring icons of the sizes that they tell', () => {
    const { icons, name } = JSON.parse(xml('manifest.webmanifest'));
    expect(name).toBe('Veldlicht · natuurfotografie');
    for (const { src, sizes, type } of icons) {
      const bytes = readFileSync(fileBehind(world.folder, src));
      if (type !== 'image/png') continue;
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
    const ico = readFileSync(fileBehind(world.folder, '/favicon.ico'));
    expect([...ico.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0]);
  });
});

it('says nothing anywhere of a draft, a hidden place, or where exactly a picture was taken', () => {
  const index = path.join(world.folder.releases, 'index');
  const chunks = readdirSync(index).map((name) => readFileSync(path.join(index, name), 'latin1'));
  const draft = world.db.select().from(media).where(eq(media.status, 'draft')).get();
  const secrets = ['Geheim', draft?.slug ?? '', draft?.fileHash ?? '', '52.1312', '5.8604'];
  for (const text of [...files().values(), ...chunks])
    for (const secret of secrets) expect(text.includes(secret)).toBe(false);
});

describe('what is deleted, drafted, over, or less exact', () => {
  const row = (seq: number) => world.db.select().from(media).where(eq(media.seq, seq)).get();
  const told = (words: string[]) => words.flatMap((word) => placesOf(world.folder, word));

  it('is nowhere in the next release, nor after going back to the one that had it', async () => {
    const { db, folder } = world;
    const deps = { db, folder, site, origin, now: () => 2 };
    const words = [1, 5, 6].flatMap((seq) => [row(seq)?.slug ?? '', row(seq)?.fileHash ?? '']);
    words.push('Grutto', 'weide', 'Golven.');
    for (const word of words) expect([word, told([word]).length > 0]).toEqual([word, true]);
    const first = keptReleases(db)[0]?.id ?? '';
    db.delete(media).where(eq(media.seq, 1)).run();
    db.update(media).set({ status: 'draft' }).where(eq(media.seq, 5)).run();
    db.update(media).set({ publishUntil: 2 }).where(eq(media.seq, 6)).run();
    const hidden = { locationPrivacy: 'hidden', title: 'Steenuil' } as const;
    db.update(media).set(hidden).where(eq(media.seq, 3)).run();
    await createPublisher(deps).publish();
    expect(told([...words, 'omgeving', 'Bosuil'])).toEqual([]);
    await rollBack(deps, first);
    expect(told([...words, 'omgeving', 'Steenuil'])).toEqual([]);
    expect(told(['Bosuil'])).toContain('foto/03/item-0003.html');
  });
});
