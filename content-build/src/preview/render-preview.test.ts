/** The preview of a small library, made by the compiled site. */

import path from 'node:path';
import { INDEX_PATH, searchChunkPath, viewChunkPath } from '@veldlicht/contract/index-paths';
import type { PreviewAnswer } from '@veldlicht/contract/preview';
import { enqueueJob, getJob } from '@veldlicht/database/jobs';
import { files, media, mediaRows, settings } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSite, RenderError, type SiteRenderer } from '../publish/site-renderer.ts';
import { htmlFaults, readHtml, textsOf, valuesOf } from '../testing/html-document.ts';
import { createWorld, type World } from '../testing/world.ts';
import { renderPreview, runPreviewJob } from './render-preview.ts';

const origin = 'https://veldlicht.example';
const place = '52.131234, 5.860432';

let world: World;
let site: SiteRenderer;
beforeAll(async () => {
  world = await createWorld();
  const { addItem, db } = world;
  site = await loadSite(path.join(import.meta.dirname, '../../../site/dist'), origin);
  addItem({ title: 'Grutto', tags: ['weide'] });
  const draft = { status: 'draft', location: place } as const;
  addItem({ title: 'Nest', slug: 'nest-0002', locationPrivacy: 'hidden', ...draft });
  addItem({ title: 'Ven', slug: 'ven-0003', ...draft, locationPrivacy: 'approximate' });
  addItem({ title: 'In bewerking', slug: 'werk-0004', status: 'draft', tags: ['nieuw'] });
  addItem({ title: 'Zonder beeld', slug: 'leeg-0005', status: 'draft' });
  addItem({ title: 'Vos', slug: 'vos-0006', type: 'video', seq: 260, status: 'draft' });
  const change = (slug: string, values: Partial<typeof files.$inferInsert>) => {
    const item = db.select().from(media).where(eq(media.slug, slug)).get();
    db.update(files)
      .set(values)
      .where(eq(files.hash, item?.fileHash ?? ''))
      .run();
  };
  const first = { format: 'jpg', name: '960.jpg', width: 960, height: 640, bytes: 4 } as const;
  change('werk-0004', { processing: 'working', renditions: [first] });
  change('leeg-0005', { processing: 'working', renditions: [] });
  db.update(settings).set({ googleAnalyticsId: 'G-ABCD1234' }).run();
});
afterAll(() => {
  site.stop();
  world.remove();
});

let moment = 100_000;
const tools = (by: SiteRenderer) => ({
  folder: world.folder,
  origin,
  site: by,
  now: () => moment,
});
const preview = (address: string, by: SiteRenderer = site): Promise<PreviewAnswer> =>
  renderPreview(tools(by), address);

async function htmlOf(address: string, status = 200): Promise<string> {
  const answer = await preview(address);
  expect([answer.status, answer.type]).toEqual([status, 'html']);
  return answer.body;
}

const pages = [
  '/',
  '/mediabibliotheek',
  '/foto/nest-0002',
  '/video/vos-0006',
  '/mediabibliotheek/archief/1',
  '/licentie',
  '/bericht-verzonden',
  '/nergens',
];

it.each(pages)(
  'marks %s, counts no visit, and links to the preview and the panel only',
  async (address) => {
    const html = await htmlOf(address, address === '/nergens' ? 404 : 200);
    const page = await readHtml(html);
    expect(textsOf(page, '.preview-mark p')).toEqual([
      'Voorbeeld met concepten – bezoekers zien dit niet',
    ]);
    expect(valuesOf(page, 'meta[name="robots"]', 'content')).toEqual(['noindex']);
    expect(html).not.toContain('G-ABCD1234');
    expect(html).not.toContain('google');
    expect(await htmlFaults(html)).toEqual([]);
    const links = valuesOf(page, 'a', 'href').filter((href) => href.startsWith('/'));
    expect(links).toContain('/admin/preview/mediabibliotheek');
    for (const href of links) expect(href).toMatch(/^\/(?:admin\/(?:preview\/|media$)|media\/)/);
  },
);

it('shows unsaved settings, escaped, and stores none of them', async () => {
  const before = world.db.select().from(settings).get();
  const heroTitle = '<script>alert(1)</script> & Nevel';
  const typed = { heroTitle, aboutLong: 'Mijn **verhaal** <img src=x onerror=alert(1)>' };
  const page = async (path: string) =>
    readHtml((await renderPreview(tools(site), path, typed)).body);
  const home = await renderPreview(tools(site), '/', typed);
  expect(home.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; Nevel');
  expect(home.body).not.toContain('<script>alert(1)');
  expect(textsOf(await page('/'), 'h1')).toEqual([heroTitle]);
  const about = await renderPreview(tools(site), '/over', typed);
  expect([about.status, about.body.includes('<strong>verhaal</strong>')]).toEqual([200, true]);
  expect(about.body).not.toContain('<img src=x');
  // With the stored settings the page does not exist, and the title differs.
  expect((await preview('/over')).status).toBe(404);
  expect((await preview('/')).body).not.toContain('Nevel');
  expect(world.db.select().from(settings).get()).toEqual(before);
});

it('shows an unsaved hero of the home page', async () => {
  const idOf = (slug: string) =>
    world.db.select().from(media).where(eq(media.slug, slug)).get()?.id ?? '';
  const top = async (hero?: string) => {
    const { body } = await renderPreview(tools(site), '/', { ...(hero !== undefined && { hero }) });
    return valuesOf(await readHtml(body), '.hero img', 'alt');
  };
  const [grutto, werk] = [idOf('item-0001'), idOf('werk-0004')];
  world.db.update(mediaRows).set({ hero: true }).where(eq(mediaRows.id, grutto)).run();
  const [stored] = await top();
  const [typed] = await top(werk);
  expect([stored, typed, await top('')]).toEqual(['Grutto', 'In bewerking', [typed]]);
  expect(await top()).toEqual([stored]);
  world.db.update(mediaRows).set({ hero: false }).where(eq(mediaRows.id, grutto)).run();
});

it('shows drafts, even while their renditions are made, but none without a picture', async () => {
  const html = await htmlOf('/mediabibliotheek');
  for (const title of ['Grutto', 'Nest', 'Ven', 'In bewerking', 'Vos'])
    expect(html).toContain(title);
  expect(html).not.toContain('Zonder beeld');
  expect(html).toContain('5 beelden');
  expect(await htmlOf('/foto/werk-0004')).toContain('/960.jpg');
  await htmlOf('/foto/leeg-0005', 404);
});

it('shows scheduled items, but no ended or withheld ones, nor tags that only those have', async () => {
  const { db, addItem } = world;
  const window = { publishFrom: 200_000, publishUntil: 300_000 };
  const seqs = [
    addItem({ title: 'Sneeuw', slug: 'sneeuw-0007', seq: 300, ...window, tags: ['winter'] }),
    addItem({ title: 'Zomer', slug: 'zomer-0008', seq: 301, status: 'draft', ...window }),
    addItem({ title: 'Horst', slug: 'horst-0009', seq: 302, withheld: true, tags: ['nest'] }),
  ];
  const has = (library: string) =>
    ['Sneeuw', 'winter', 'Zomer', 'Horst', '"nest"'].filter((word) => library.includes(word));
  try {
    expect(has(await htmlOf('/mediabibliotheek'))).toEqual(['Sneeuw', 'winter', 'Zomer']);
    await htmlOf('/foto/horst-0009', 404);
    moment = 300_000;
    expect(has(await htmlOf('/mediabibliotheek'))).toEqual(['Zomer']);
    await htmlOf('/foto/sneeuw-0007', 404);
    await htmlOf('/foto/zomer-0008');
  } finally {
    moment = 100_000;
    for (const seq of seqs) db.delete(mediaRows).where(eq(mediaRows.seq, seq)).run();
  }
});

it('shows no more of a place than the site would', async () => {
  for (const address of pages.slice(0, 5)) {
    const html = await htmlOf(address);
    for (const secret of [place, '52.13', '5.86']) expect(html).not.toContain(secret);
  }
  expect(await htmlOf('/foto/ven-0003')).toContain('omgeving Hoenderloo');
});

it('returns a file of the library index', async () => {
  const html = await htmlOf('/mediabibliotheek');
  expect(html).toContain(`&quot;index&quot;:&quot;/admin/preview${INDEX_PATH}&quot;`);
  expect(html).toContain('&quot;chunks&quot;:[2,1]');
  const search = await preview(searchChunkPath(2));
  expect(search).toMatchObject({ status: 200, type: 'json' });
  expect(JSON.parse(search.body)).toMatchObject({ title: ['Vos'] });
  const view = await preview(viewChunkPath(2));
  expect(JSON.parse(view.body)).toMatchObject({ slug: ['vos-0006'] });
  expect((await preview(viewChunkPath(7))).status).toBe(404);
});

it('names the item whose page fails', async () => {
  const broken: SiteRenderer = {
    ...site,
    render: (_path, page) => {
      const title = page.kind === 'item' ? page.item.title : page.path;
      throw new RenderError(`The page of “${title}” <could> not be made`);
    },
  };
  const { status, body } = await preview('/foto/nest-0002', broken);
  expect(status).toBe(500);
  expect(body).toContain('“Nest” &lt;could&gt; not be made');
});

describe('the job', () => {
  const run = async (createdAt: number, subject = 'abc/foto/nest-0002', input?: object) => {
    const { db, folder } = world;
    const id = enqueueJob(db, { kind: 'preview', subject, input, now: createdAt });
    const job = getJob(db, id);
    if (!job) throw new Error('no job');
    const log = pino({ level: 'silent' });
    const deps = { db, folder, origin, site, now: () => 100_000, log };
    await runPreviewJob(deps, job);
    return getJob(db, id);
  };

  it('stores the page in its row, made with the settings in the row', async () => {
    const job = await run(99_000);
    expect(job).toMatchObject({ state: 'done', result: { status: 200, type: 'html' } });
    expect(JSON.stringify(job?.result)).toContain('Nest');
    const typed = await run(99_000, 'abc/', { heroTitle: 'Nevel over het ven' });
    expect(JSON.stringify(typed?.result)).toContain('Nevel over het ven');
  });

  it('renders nothing for an outdated request', async () => {
    expect(await run(1000)).toBeUndefined();
  });
});
