/** Access to the preview of drafts, and its headers. */
import { searchChunkPath, viewChunkPath } from '@veldlicht/contract/index-paths';
import { previewAddress } from '@veldlicht/contract/preview';
import { enqueueJob } from '@veldlicht/database/jobs';
import { auditLog, jobs, sessions, settings } from '@veldlicht/database/schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import { addAdminApp } from '#testing/test-site.ts';
import { startPreviewWorker } from '#testing/test-worker.ts';
import { previewTarget } from './preview.routes.ts';

const t = useTestApp({}, 'editor');
let worker: ReturnType<typeof startPreviewWorker> | undefined;
function work(answer?: Parameters<typeof startPreviewWorker>[1]): void {
  const page = (path: string) => ({ status: 200, type: 'html', body: `page ${path}` }) as const;
  worker = startPreviewWorker(t, answer ?? page);
}
beforeEach(() => addAdminApp(t.deps.adminDist));
afterEach(() => {
  worker?.stop();
  worker = undefined;
});

const get = (path: string, as: string | undefined = t.cookie) =>
  t.request(`/admin/preview${path}`, { cookie: as });
const rows = () => t.rows(jobs);

describe('access (T11)', () => {
  it('is checked at the only path below /admin with content', () => {
    const below = t.app.routes.filter(
      ({ method, path }) => method === 'GET' && /^\/admin/.test(path),
    );
    const app = ['/admin/assets/:name', '/admin/assets/*', '/admin', '/admin/*'];
    expect(below.map(({ path }) => path)).toEqual(['/admin/preview/*', ...app]);
  });

  const own = {
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
  };

  it.each(['/', '/foto/ree-1234', '/rss.xml'])(
    'needs a session: %s redirects to the sign-in page',
    async (path) => {
      for (const planted of [undefined, `sid=${'A'.repeat(43)}`]) {
        const response = await t.request(`/admin/preview${path}`, { cookie: planted });
        expect([response.status, response.headers.get('location')]).toEqual([302, '/admin/login']);
        expect(Object.fromEntries(response.headers)).toMatchObject(own);
        expect(await response.text()).toBe('');
      }
      expect(rows()).toEqual([]);
    },
  );

  it('redirects another loopback name to the configured one', async () => {
    const headers = { host: '127.0.0.1:4321' };
    const moved = await t.request('/admin/preview/over?a=1', { cookie: t.cookie, headers });
    const to = 'http://localhost:4321/admin/preview/over?a=1';
    expect([moved.status, moved.headers.get('location')]).toEqual([302, to]);
    expect(rows()).toEqual([]);
  });

  it('needs the second factor to be set up', async () => {
    t.db.update(settings).set({ enforce2fa: true }).run();
    const response = await get('/foto/ree-1234');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/admin/settings']);
    expect(rows()).toEqual([]);
  });

  it('no viewer', async () => {
    const response = await get('/foto/ree-1234', t.signInAs('viewer').cookie);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('Geen toegang');
    expect(Object.fromEntries(response.headers)).toMatchObject(own);
    expect(rows()).toEqual([]);
  });

  it('is for editors and admins, uncached, not indexed, and rendered each time', async () => {
    work();
    for (const asker of [t.cookie, t.signInAs('admin').cookie]) {
      const response = await get('/foto/ree-1234', asker);
      expect([response.status, await response.text()]).toEqual([200, 'page /foto/ree-1234']);
      const type = { 'content-type': 'text/html; charset=utf-8' };
      expect(Object.fromEntries(response.headers)).toMatchObject({ ...own, ...type });
      expect(response.headers.has('etag')).toBe(false);
    }
    expect([worker?.jobs.length, rows()]).toEqual([2, []]);
  });
});

describe('settings that are not saved', () => {
  const post = (path: string, profile: string, as = t.cookie, headers = {}) =>
    t.request(`/admin/preview${path}`, {
      method: 'POST',
      cookie: as,
      body: new URLSearchParams({ profile }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const typed = JSON.stringify({
    heroTitle: ' Nevel ',
    businessUrl: 'www.example.nl',
    hero: 'm1',
  });

  it('go to the worker as a save would take them, and nowhere else', async () => {
    work();
    const admin = t.signInAs('admin').cookie;
    const before = t.rows(settings);
    for (const path of ['/', '/over']) {
      const answer = await post(path, typed, admin);
      expect([answer.status, await answer.text()]).toEqual([200, `page ${path}`]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
    expect(worker?.jobs.map(({ result }) => result)).toEqual(
      Array(2).fill({ heroTitle: 'Nevel', businessUrl: 'https://www.example.nl', hero: 'm1' }),
    );
    expect(rows()).toEqual([]);
    expect(t.rows(settings)).toEqual(before);
    expect(t.rows(auditLog)).toEqual([]);
  });

  it('are shown to admins only, from our own pages only, and only where they show', async () => {
    const admin = t.signInAs('admin').cookie;
    const statuses = async (...answers: Promise<Response>[]) =>
      (await Promise.all(answers)).map(({ status }) => status);
    const cross = { 'sec-fetch-site': 'cross-site' };
    expect(
      await statuses(
        post('/', typed, `sid=${'A'.repeat(43)}`),
        post('/', typed, t.signInAs('viewer').cookie),
        post('/', typed),
        post('/', typed, admin, cross),
        post('/foto/ree-1234', typed, admin),
      ),
    ).toEqual([401, 403, 403, 403, 404]);
    expect(
      await statuses(
        post('/', '{', admin),
        post('/', '{"businessUrl":"javascript:x"}', admin),
        post('/', '{"etag":"x"}', admin),
        post('/', JSON.stringify({ hero: 'm'.repeat(101) }), admin),
      ),
    ).toEqual([400, 400, 400, 400]);
    expect(rows()).toEqual([]);
  });

  it('are refused when the session ends while they arrive', async () => {
    work();
    const { cookie } = t.signInAs('admin');
    const slowly = (async function* () {
      yield Buffer.from(`profile=${encodeURIComponent(typed)}`);
      t.db.delete(sessions).run();
      yield Buffer.from('&more=');
    })();
    const init = { method: 'POST', cookie, body: ReadableStream.from(slowly) };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await t.request('/admin/preview/', { ...init, headers })).status).toBe(401);
    expect(worker?.jobs).toEqual([]);
  });
});

it('passes on what the worker says of itself', async () => {
  work((path) =>
    path.endsWith('.json')
      ? { status: 200, type: 'json', body: '{}' }
      : { status: path === '/foto/kapot-12' ? 500 : 404, type: 'html', body: 'no' },
  );
  const chunk = await get(viewChunkPath(3));
  expect([chunk.status, chunk.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect((await get('/nergens')).status).toBe(404);
  expect((await get('/foto/kapot-12')).status).toBe(500);
});

it('keeps one spelling, and has nothing at odd addresses', async () => {
  const redirect = await get('/mediabibliotheek/?tag=ree');
  const to = '/admin/preview/mediabibliotheek?tag=ree';
  expect([redirect.status, redirect.headers.get('location')]).toEqual([308, to]);
  expect((await get('/rss.xml')).status).toBe(404);
  // A response of the app itself.
  const app = await t.request('/admin/previews', { cookie: t.cookie });
  expect([app.status, await app.text()]).toEqual([404, expect.stringContaining('id="root"')]);
  expect(rows()).toEqual([]);
});

it('answers "busy" when the worker takes too long, and deletes its job', async () => {
  await t.reopen({ limits: { previewMs: 50 } });
  const response = await get('/');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.text()).toContain('Laad deze pagina zo meteen opnieuw');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(rows()).toEqual([]);
});

it('lets only so many wait', async () => {
  await t.reopen({ limits: { previewsAtOnce: 1, previewMs: 50 } });
  enqueueJob(t.db, { kind: 'preview', subject: 'x/', now: 1 });
  // A job that was added and taken back would get the same answer.
  const before = t.written();
  const response = await get('/');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(rows()).toHaveLength(1);
  expect(t.written()).toBe(before);
});

it('reveals no internal errors', async () => {
  work(() => null);
  const response = await get('/');
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(text).toContain('Er is iets misgegaan');
  expect(text).not.toContain('broken');
  expect(rows()).toEqual([]);
});

it.each([
  ['/admin/preview/', '/'],
  ['/admin/preview/foto/ree-1234', '/foto/ree-1234'],
  [previewAddress(searchChunkPath(0)), searchChunkPath(0)],
])('%s shows %s', (address, path) => {
  expect(previewTarget(address)).toEqual({ kind: 'shown', path });
});

it.each([
  ['/admin/preview', '/admin/preview/'],
  ['/admin/preview/mediabibliotheek/', '/admin/preview/mediabibliotheek'],
])('%s has one spelling: %s', (address, to) => {
  expect(previewTarget(address)).toEqual({ kind: 'redirect', to });
});

it.each([
  '/admin/preview//elders.example',
  '/admin/preview/rss.xml',
  '/admin/preview/_astro/site.css',
  '/admin/preview/bibliotheek/0123456789abcdef.json',
  '/admin/preview/bibliotheek/1/beeld/01.json',
  '/admin/preview/bibliotheek/1/alles/1.json',
  `/admin/preview/foto/${'a'.repeat(300)}-12`,
])('%s shows nothing', (address) => {
  expect(previewTarget(address)).toEqual({ kind: 'missing' });
});
