/**
 * Every route of the API with who may call it and a call that is right in all other respects.
 * The security suites compare this table with the app's own routes: a route without a row fails.
 */
import { newId } from '@veldlicht/database/new-id';
import { releases } from '@veldlicht/database/schema';
import { accountRoutes } from './account-routes.ts';
import { buildRouteRows } from './build-routes.ts';
import { contactRoutes } from './contact-routes.ts';
import { at, type RouteRow } from './route-row.ts';
import { ORIGIN, type TestApp } from './test-app.ts';
import { addFile, mediaPayload } from './test-content.ts';
import { photoAnswer, startTestWorker } from './test-worker.ts';

async function newMedia(t: TestApp, cookie: string): Promise<string> {
  const json = mediaPayload(addFile(t.db).imageUrl);
  const response = await t.request('/api/admin/media', { method: 'POST', json, cookie });
  const item: unknown = await response.json();
  // The route's own tests check the shape.
  return `/api/admin/media/${(item as { id: string }).id}`;
}

let tags = 0;
async function newTag(t: TestApp, cookie: string): Promise<string> {
  tags += 1;
  const json = { name: `tag ${tags}`, type: 'tag' };
  const response = await t.request('/api/admin/categories', { method: 'POST', json, cookie });
  const tag: unknown = await response.json();
  // The route's own tests check the shape.
  return `/api/admin/categories/${(tag as { id: string }).id}`;
}

async function newTicket(t: TestApp, cookie: string): Promise<string> {
  const response = await t.request('/api/objects/upload', { method: 'POST', cookie });
  const ticket: unknown = await response.json();
  // The route's own tests check the shape.
  return (ticket as { uploadURL: string }).uploadURL.replace(ORIGIN, '');
}

/** A release that can be gone back to. */
function newRelease(t: TestApp): string {
  const id = newId();
  const figures = { pagesRendered: 1, pagesTotal: 1, durationMs: 1, bytes: 1 };
  t.db
    .insert(releases)
    .values({ id, revision: 1, createdAt: 1, state: 'kept', ...figures })
    .run();
  return id;
}

export const routeTable: RouteRow[] = [
  ...accountRoutes,
  ...contactRoutes,
  {
    method: 'GET',
    path: '/api/admin/backup',
    least: 'admin',
    ok: 200,
    call: at('/api/admin/backup'),
  },
  ...buildRouteRows,
  { method: 'GET', path: '/api/categories', least: 'anon', ok: 200, call: at('/api/categories') },
  {
    method: 'GET',
    path: '/api/admin/categories',
    least: 'viewer',
    ok: 200,
    call: at('/api/admin/categories'),
  },
  {
    method: 'POST',
    path: '/api/admin/categories',
    least: 'editor',
    ok: 201,
    call: () => {
      tags += 1;
      return { url: '/api/admin/categories', json: { name: `tag ${tags}`, type: 'tag' } };
    },
  },
  {
    method: 'POST',
    path: '/api/admin/categories/reorder',
    least: 'editor',
    ok: 200,
    call: () => {
      tags += 1;
      // Somewhere else than last time, so that a call that got through by mistake shows.
      const updates = [{ id: 'fauna', sortOrder: (tags % 4) + 1 }];
      return { url: '/api/admin/categories/reorder', json: { updates } };
    },
  },
  {
    method: 'POST',
    path: '/api/admin/categories/bulk',
    least: 'editor',
    ok: 201,
    call: () => {
      tags += 1;
      const categories = [{ name: `tag ${tags}`, type: 'tag' }];
      return { url: '/api/admin/categories/bulk', json: { categories } };
    },
  },
  {
    method: 'POST',
    path: '/api/admin/categories/bulk-delete',
    least: 'editor',
    ok: 200,
    call: async (t, cookie) => {
      const ids = [(await newTag(t, cookie)).split('/').at(-1)];
      return { url: '/api/admin/categories/bulk-delete', json: { ids } };
    },
  },
  {
    method: 'GET',
    path: '/api/admin/categories/:id',
    least: 'viewer',
    ok: 200,
    call: async (t, cookie) => ({ url: await newTag(t, cookie) }),
  },
  {
    method: 'PATCH',
    path: '/api/admin/categories/:id',
    least: 'editor',
    ok: 200,
    call: async (t, cookie) => ({ url: await newTag(t, cookie), json: { description: 'x' } }),
  },
  {
    method: 'DELETE',
    path: '/api/admin/categories/:id',
    least: 'editor',
    ok: 204,
    call: async (t, cookie) => ({ url: await newTag(t, cookie) }),
  },
  { method: 'GET', path: '/api/media', least: 'anon', ok: 200, call: at('/api/media') },
  {
    method: 'GET',
    path: '/api/media/featured',
    least: 'anon',
    ok: 200,
    call: at('/api/media/featured'),
  },
  {
    method: 'GET',
    path: '/api/media/recent',
    least: 'anon',
    ok: 200,
    call: at('/api/media/recent'),
  },
  {
    method: 'GET',
    path: '/api/admin/media',
    least: 'viewer',
    ok: 200,
    call: at('/api/admin/media'),
  },
  {
    method: 'POST',
    path: '/api/admin/media',
    least: 'editor',
    ok: 201,
    call: (t) => ({ url: '/api/admin/media', json: mediaPayload(addFile(t.db).imageUrl) }),
  },
  {
    method: 'GET',
    path: '/api/admin/media/:id',
    least: 'viewer',
    ok: 200,
    call: async (t, cookie) => ({ url: await newMedia(t, cookie) }),
  },
  {
    method: 'GET',
    path: '/api/admin/media/protected-places',
    least: 'viewer',
    ok: 200,
    call: at('/api/admin/media/protected-places'),
  },
  {
    method: 'DELETE',
    path: '/api/admin/media/protected-places',
    least: 'editor',
    ok: 204,
    call: at('/api/admin/media/protected-places'),
  },
  {
    method: 'POST',
    path: '/api/admin/media/place',
    least: 'editor',
    ok: 200,
    call: () => ({ url: '/api/admin/media/place', json: { location: '52.131234, 5.860456' } }),
  },
  {
    method: 'PATCH',
    path: '/api/admin/media/:id',
    least: 'editor',
    ok: 200,
    call: async (t, cookie) => ({ url: await newMedia(t, cookie), json: { title: 'Vos' } }),
  },
  {
    method: 'DELETE',
    path: '/api/admin/media/:id',
    least: 'editor',
    ok: 204,
    call: async (t, cookie) => ({ url: await newMedia(t, cookie) }),
  },
  {
    method: 'POST',
    path: '/api/admin/media/:id/address',
    least: 'editor',
    ok: 200,
    call: async (t, cookie) => ({ url: `${await newMedia(t, cookie)}/address` }),
  },
  {
    method: 'POST',
    path: '/api/admin/media/bulk',
    least: 'editor',
    ok: 201,
    call: (t) => {
      const items = [mediaPayload(addFile(t.db).imageUrl)];
      return { url: '/api/admin/media/bulk', json: { items } };
    },
  },
  {
    method: 'POST',
    path: '/api/admin/media/bulk-delete',
    least: 'editor',
    ok: 200,
    call: async (t, cookie) => {
      const ids = [(await newMedia(t, cookie)).split('/').at(-1)];
      return { url: '/api/admin/media/bulk-delete', json: { ids } };
    },
  },
  {
    method: 'POST',
    path: '/api/admin/media/bulk-update',
    least: 'editor',
    ok: 200,
    call: async (t, cookie) => {
      const ids = [(await newMedia(t, cookie)).split('/').at(-1)];
      return { url: '/api/admin/media/bulk-update', json: { ids, data: { featured: true } } };
    },
  },
  {
    method: 'POST',
    path: '/api/objects/upload',
    least: 'editor',
    ok: 200,
    call: at('/api/objects/upload'),
  },
  {
    // The ticket is the permission here; it is only given to editors.
    method: 'PUT',
    path: '/api/uploads/:key',
    least: 'anon',
    ok: 200,
    call: async (t, cookie) => ({ url: await newTicket(t, cookie), body: 'picture' }),
  },
  {
    // Only for the one who sent the file: other editors are told that there is no such upload.
    method: 'PUT',
    path: '/api/media-objects',
    least: 'editor',
    ok: 200,
    call: async (t, cookie) => {
      const url = await newTicket(t, cookie);
      await t.request(url, { method: 'PUT', body: 'picture' });
      return { url: '/api/media-objects', json: { mediaURL: ORIGIN + url } };
    },
  },
  {
    method: 'GET',
    path: '/api/publishing/state',
    least: 'viewer',
    ok: 200,
    call: at('/api/publishing/state'),
  },
  {
    method: 'GET',
    path: '/api/publishing/events',
    least: 'viewer',
    ok: 200,
    call: at('/api/publishing/events'),
  },
  {
    method: 'GET',
    path: '/api/publishing/releases',
    least: 'editor',
    ok: 200,
    call: at('/api/publishing/releases'),
  },
  {
    method: 'POST',
    path: '/api/publishing/retry',
    least: 'editor',
    ok: 200,
    call: at('/api/publishing/retry'),
  },
  {
    method: 'POST',
    path: '/api/publishing/newest',
    least: 'editor',
    ok: 200,
    call: at('/api/publishing/newest'),
  },
  {
    method: 'POST',
    path: '/api/publishing/releases/:id/restore',
    confirms: true,
    least: 'admin',
    ok: 200,
    call: (t) => ({ url: `/api/publishing/releases/${newRelease(t)}/restore` }),
  },
  { method: 'GET', path: '/api/settings', least: 'anon', ok: 200, call: at('/api/settings') },
  {
    method: 'PATCH',
    path: '/api/settings',
    least: 'admin',
    ok: 200,
    call: () => ({ url: '/api/settings', json: { googleAnalyticsId: 'G-ABCD1234' } }),
  },
  { method: 'GET', path: '/api/health', least: 'anon', ok: 503, call: at('/api/health') },
];

export const writingRoutes = routeTable.filter(({ method }) => method !== 'GET');

/** What the app itself says its API routes are. */
export function routesOf(t: TestApp): string[] {
  const own = t.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api'))
    .map(({ method, path }) => `${method} ${path}`);
  return [...new Set(own)].sort();
}

/** A worker that takes every file for a photo. */
export function startEasyWorker(t: TestApp) {
  return startTestWorker(t, () => photoAnswer(addFile(t.db).imageUrl));
}
