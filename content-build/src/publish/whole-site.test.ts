/** A small, varied library, as search engines and browsers see it. */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { objectOf, without } from '@veldlicht/contract/by-name';
import { publicTextFields } from '@veldlicht/contract/item-fields';
import { single, stored, words } from '@veldlicht/contract/testing/blocks';
import { media, settings, storyRows } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import type { HtmlElement } from 'html-validate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { markTouched } from '../routes/routes.ts';
import { htmlFaults, readHtml, textsOf, valuesOf } from '../testing/html-document.ts';
import { liveFiles, reachable } from '../testing/site-tree.ts';
import { createWorld, type World } from '../testing/world.ts';
import { addressOf, nameOf } from './address-name.ts';
import { openProjection } from './projection.ts';
import { createPublisher } from './publish.ts';
import { loadSite } from './site-renderer.ts';

const origin = 'https://veldlicht.example';
const hostile = `</script></title><b onclick="x()"> & ]]> "'\u0008`;
const location = '52.131234, 5.860432';

const moreTexts = without(publicTextFields, ['title']);

let world: World;
/** Every page by its address. */
const pages = new Map<string, { html: string; page: HtmlElement }>();

/** Photos of every kind, videos, a draft, and gaps in the ages, so that every list has several parts. */
function fillLibrary({ addItem }: World): void {
  addItem({ title: 'Grutto', description: 'Mist.\n\nVeen.', tags: ['weide'], date: '2026-05-01' });
  addItem({ ...objectOf(publicTextFields, () => hostile), tags: [`t${hostile}`] });
  addItem({ title: 'Bosuil', location, locationPrivacy: 'approximate', featured: true });
  addItem({ title: 'Nest', location, locationPrivacy: 'hidden' });
  addItem({ title: 'Vos', type: 'video', slug: 'vos-0005', date: '2026-03-04' });
  addItem({ title: `Een ${'heel '.repeat(40)}lange titel` });
  addItem({ title: 'Geheim', status: 'draft' });
  addItem({ title: 'Later', seq: 150 });
  const texts = objectOf(moreTexts, (name) => `Woorden van ${name}`);
  addItem({ ...texts, title: 'Nog later', seq: 260, location: '' });
}

const files = () => liveFiles(world.folder.publicSite);
const text = (name: string) => Buffer.from(files().get(name) ?? '', 'latin1').toString('utf8');

beforeAll(async () => {
  world = await createWorld();
  fillLibrary(world);
  const { db, folder } = world;
  const aboutLong = `# Exposities\n\n- 2025: *Veluwe*\n- [foto’s](/mediabibliotheek)\n\n${hostile}`;
  db.update(settings)
    .set({ profile: { aboutLong, portrait: 'm1' } })
    .run();
  const shown = ['m1', 'm2', 'm5'].map((id) => single(id, '<b onclick="x()"> &'));
  const bodyOf = (id: string) =>
    stored(
      words(`# Stil\n\n${hostile} ${id}`),
      ...shown,
      single('m7', 'Geheim'),
      words('[Kaart](/kaart)'),
    );
  for (const id of ['vorst', 'dooi'])
    db.insert(storyRows)
      .values({
        id,
        kind: 'note',
        slug: `${id}-0001`,
        title: `${id} ${hostile}`,
        cover: 'm3',
        date: '2026-01-09',
        body: bodyOf(id),
        status: 'published',
        createdAt: 1,
        updatedAt: 1,
      })
      .run();
  // A new build may replace a running worker's bundle: the worker must not need the files again.
  const dist = path.join(folder.root, 'site');
  cpSync(path.join(import.meta.dirname, '../../../site/dist'), dist, { recursive: true });
  const site = await loadSite(dist, origin);
  rmSync(path.join(dist, 'server'), { recursive: true });
  const projection = openProjection(folder, origin, markTouched);
  await createPublisher({ db, folder, site, projection, now: () => 1 }).publish();
  site.stop();
  projection.close();
  for (const [file, bytes] of files()) {
    if (!file.endsWith('.html')) continue;
    const html = Buffer.from(bytes, 'latin1').toString('utf8');
    pages.set(addressOf(file, 'file') ?? file, { html, page: await readHtml(html) });
  }
});
afterAll(() => world.remove());

/** Indexable pages. */
const indexed = () =>
  [...pages].filter(([address]) => !/^\/(404|bericht-verzonden)$/.test(address));

/** File of an address, as web servers choose it. */
function fileBehind(pathname: string): string {
  const { publicSite } = world.folder;
  const isNamed = /^\/(?:media|_astro)\//.test(pathname);
  return path.join(publicSite, isNamed ? pathname : nameOf(pathname, 'file'));
}

/** All addresses in a page: links, sources, forms, metadata. */
function addressesOf(page: HtmlElement): string[] {
  const attributes = {
    a: 'href',
    link: 'href',
    image: 'href',
    img: 'src',
    script: 'src',
    video: 'src',
  };
  const more = { source: 'src', 'astro-island': 'component-url', form: 'action' };
  const listed = ['img', 'source'].flatMap((name) => valuesOf(page, name, 'srcset'));
  const data = page.querySelectorAll('script[type="application/ld+json"]');
  return [
    ...Object.entries({ ...attributes, ...more }).flatMap(([name, key]) =>
      valuesOf(page, name, key),
    ),
    ...valuesOf(page, 'video', 'poster'),
    ...[...listed, ...valuesOf(page, 'link', 'imagesrcset')].flatMap((value) =>
      value.split(',').map((part) => part.trim().split(' ')[0] ?? ''),
    ),
    ...valuesOf(page, 'meta', 'content').filter((value) => /^https?:/.test(value)),
    ...data.flatMap(({ textContent }) => textContent.match(/https?:[^"#\\]+/g) ?? []),
  ].filter((address) => address !== '/api/contact');
}

it('has a page for every public item', () => {
  expect([...pages.keys()].sort()).toEqual([
    ...['/', '/404', '/bericht-verzonden'],
    ...['drone', 'fauna', 'landscape', 'macro'].map((name) => `/categorie/${name}`),
    ...[1, 2, 3, 4, 6, 8, 9].map((n) => `/foto/item-000${n}`),
    ...['/kaart', '/kaart/185/460'],
    ...['/licentie', '/mediabibliotheek'],
    ...[1, 2, 3].map((n) => `/mediabibliotheek/archief/${n}`),
    ...['/over', '/veldnotities', '/veldnotities/dooi-0001', '/veldnotities/vorst-0001'],
    '/video/vos-0005',
  ]);
});

it.each(moreTexts)('has the %s of an item on its page', (name) => {
  expect(pages.get('/foto/item-0009')?.html).toContain(`Woorden van ${name}`);
});

it('has pages of valid HTML, in Dutch, with one heading, and a title and description of their own', async () => {
  const known = new Set<string>();
  for (const [address, { html, page }] of pages) {
    expect([address, await htmlFaults(html)]).toEqual([address, []]);
    expect([address, valuesOf(page, 'html', 'lang')]).toEqual([address, ['nl']]);
    expect([address, textsOf(page, 'h1')]).toEqual([address, [expect.stringMatching(/./)]]);
    const [title = ''] = textsOf(page, 'head title');
    const [description = ''] = valuesOf(page, 'meta[name="description"]', 'content');
    expect([address, title, known.has(title)]).toEqual([
      address,
      expect.stringMatching(/./),
      false,
    ]);
    const isFitting = description.length >= 25 && description.length <= 161;
    expect([address, isFitting, known.has(description)]).toEqual([address, true, false]);
    known.add(title).add(description);
  }
});

it('has a canonical address or noindex on each page', () => {
  for (const [, { page }] of pages) {
    const isKept = valuesOf(page, 'meta[name="robots"]', 'content')[0] !== 'noindex';
    const canonical = valuesOf(page, 'link[rel="canonical"]', 'href');
    expect(canonical).toHaveLength(isKept ? 1 : 0);
  }
  for (const [address, { page }] of indexed())
    expect(valuesOf(page, 'link[rel="canonical"]', 'href')).toEqual([origin + address]);
});

it('has no broken link or anchor', () => {
  for (const [from, { page }] of pages)
    for (const address of addressesOf(page)) {
      const url = new URL(address, origin + from);
      if (url.origin !== origin) continue;
      const pathname = decodeURIComponent(url.pathname);
      expect([from, address, existsSync(fileBehind(pathname))]).toEqual([from, address, true]);
      const target = pages.get(pathname)?.page;
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (anchor && target) expect(valuesOf(target, '[id]', 'id')).toContain(anchor);
    }
  const sheets = [...pages.values()].flatMap(({ page }) =>
    valuesOf(page, 'link[rel="stylesheet"]', 'href'),
  );
  for (const sheet of new Set(sheets))
    for (const [, url = ''] of readFileSync(fileBehind(sheet), 'utf8').matchAll(
      /url\(["']?((?!data:)[^"')]+)/g,
    ))
      expect(existsSync(fileBehind(new URL(url, origin + sheet).pathname))).toBe(true);
});

it('has a picture with alt text for sharing', () => {
  for (const [address, { page }] of indexed()) {
    if (/^\/(licentie|kaart)$/.test(address)) continue;
    const value = (name: string) => valuesOf(page, `meta[property="og:${name}"]`, 'content')[0];
    expect([address, value('image')?.startsWith(`${origin}/media/`)]).toEqual([address, true]);
    for (const name of ['image:width', 'image:height', 'image:type', 'image:alt', 'title', 'url'])
      expect([address, name, value(name) ?? '']).not.toEqual([address, name, '']);
    expect(valuesOf(page, 'meta[name="twitter:card"]', 'content')).toEqual(['summary_large_image']);
    expect(value('video')?.endsWith('/video-720.mp4') ?? false).toBe(address.startsWith('/video/'));
  }
});

it('lists exactly the indexable pages in the sitemap, and the newest first in the feed', () => {
  const listed = (file: string) => [...text(file).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, l]) => l);
  const parts = listed('sitemap.xml').map((address) => address?.slice(origin.length + 1) ?? '');
  expect(parts).toEqual(['sitemap-0.xml', 'sitemap-1.xml', 'sitemap-2.xml']);
  const all = indexed().map(([address]) => origin + address);
  expect(parts.flatMap(listed).sort()).toEqual(all.sort());
  const fed = [...text('rss.xml').matchAll(/<item><title>(.*?)<\/title>/g)].map(([, t]) => t);
  expect([fed.length, ...fed.slice(0, 2)]).toEqual([10, 'Nog later', 'Later']);
  const [everyone, trainers, map] = text('robots.txt').split('\n\n');
  expect(everyone).toBe('User-agent: *\nDisallow: /admin\nDisallow: /api/');
  expect(trainers).toMatch(/^(?:User-agent: [\w-]+\n)+Disallow: \/$/);
  expect(map).toBe(`Sitemap: ${origin}/sitemap.xml\n`);
});

it('reserves its photos from training in every known way', () => {
  const [rule] = JSON.parse(text('.well-known/tdmrep.json'));
  expect(rule).toEqual({
    location: '/',
    'tdm-reservation': 1,
    'tdm-policy': `${origin}/licentie`,
  });
  for (const [address, { page }] of indexed())
    expect([address, valuesOf(page, 'meta[name="tdm-reservation"]', 'content')]).toEqual([
      address,
      ['1'],
    ]);
});

it('shows the newest landscape on the 404 page, with its English text marked', () => {
  const page = pages.get('/404')?.page;
  if (!page) throw new Error('no page');
  const hash = world.hashOfFile(8);
  expect(valuesOf(page, 'main img', 'src')).toEqual([expect.stringContaining(hash)]);
  expect(valuesOf(page, 'h1', 'lang')).toEqual(['en']);
});

it('contains nothing about the machine that built it', () => {
  const library = pages.get('/mediabibliotheek')?.html;
  expect(library).toContain('<astro-island ');
  expect(library).not.toMatch(/<astro-island[^>]* uid=/);
});

it('has icons of the sizes in the manifest', () => {
  const { icons, name } = JSON.parse(text('manifest.webmanifest'));
  expect(name).toBe('Veldlicht · natuurfotografie');
  for (const { src, sizes, type } of icons) {
    const bytes = readFileSync(fileBehind(src));
    if (type !== 'image/png') continue;
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});

it('contains no draft, hidden place, or exact position', () => {
  const draft = world.db.select().from(media).where(eq(media.status, 'draft')).get();
  const secrets = ['Geheim', draft?.slug ?? '', draft?.fileHash ?? '', '52.1312', '5.8604'];
  for (const [place, content] of reachable(world.folder))
    for (const secret of secrets) expect([place, content.includes(secret)]).toEqual([place, false]);
});
