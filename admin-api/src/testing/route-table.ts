/**
 * Every route of the API with who may call it and a call that is right in all other respects.
 * The security suites compare this table with the app's own routes: a route without a row fails.
 */
import { users } from '@veldlicht/database/schema';
import { ORIGIN, type TestApp } from './test-app.ts';
import { addFile, mediaPayload } from './test-content.ts';
import { photoAnswer, startTestWorker } from './test-worker.ts';

export const askers = ['anon', 'viewer', 'editor', 'admin'] as const;
export type Asker = (typeof askers)[number];

interface Call {
  url: string;
  json?: unknown;
  body?: string;
}

export interface RouteRow {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** The least role; `anon` is everyone. */
  least: Asker;
  /** The status of a call that is allowed. */
  ok: number;
  /** Sets up what the call needs and answers it; the cookie is that of an editor. */
  call: (t: TestApp, cookie: string) => Promise<Call> | Call;
}

const at = (url: string) => () => ({ url });

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

export const routeTable: RouteRow[] = [
  {
    method: 'POST',
    path: '/api/auth/login',
    least: 'anon',
    ok: 200,
    call: (t) => {
      const username = 'somebody';
      if (
        !t.db
          .select()
          .from(users)
          .all()
          .some((user) => user.username === username)
      )
        t.addUser('viewer', username);
      return { url: '/api/auth/login', json: { username, password: `password of ${username}` } };
    },
  },
  {
    method: 'POST',
    path: '/api/auth/logout',
    least: 'anon',
    ok: 204,
    call: at('/api/auth/logout'),
  },
  { method: 'GET', path: '/api/auth/me', least: 'viewer', ok: 200, call: at('/api/auth/me') },
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
  { method: 'GET', path: '/api/settings', least: 'anon', ok: 200, call: at('/api/settings') },
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
