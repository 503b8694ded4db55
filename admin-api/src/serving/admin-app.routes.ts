import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { adminPages } from '@veldlicht/contract/admin-pages';
import { Hono } from 'hono';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { IMMUTABLE, sendFile } from './send-file.ts';
import { askedAddress, ownOriginRedirect } from './site-path.ts';

const pages = new Set(adminPages.map((page) => (page === '' ? '/admin' : `/admin/${page}`)));

const ASSET = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

async function sendApp(c: AppContext, dist: string): Promise<Response> {
  const html = await readFile(path.join(dist, 'index.html'), 'utf8').catch(() => null);
  if (html === null) return c.text('The admin app is not built', 503);
  if (pages.has(c.req.path)) return c.html(html);
  return c.html(html.replace(/<title>[^<]*<\/title>/, '<title>404 Page Not Found</title>'), 404);
}

async function sendAsset(c: AppContext, dist: string): Promise<Response> {
  const name = c.req.param('name') ?? '';
  const file = path.join(dist, 'assets', name);
  // The Lightroom plug-in.
  const type = name.endsWith('.zip') ? { type: 'application/zip' } : {};
  const options = { cacheControl: IMMUTABLE, ...type };
  const found = ASSET.test(name) ? await sendFile(c, file, options) : null;
  return found ?? c.text('Not found', 404, { 'Cache-Control': 'no-store' });
}

/** The panel: one HTML page for all its paths, and its hashed assets. */
export function adminAppRoutes({ adminDist, environment }: Deps) {
  const page = async (c: AppContext) => {
    const { pathname, search } = askedAddress(c.req.url);
    const address = pathname.replace(/\/$/, '');
    if (!pages.has(address)) return sendApp(c, adminDist);
    if (address !== pathname) return c.redirect(address + search, 308);
    const host = c.req.header('host') ?? '';
    const elsewhere = ownOriginRedirect(host, environment.publicOrigin, pathname + search);
    return elsewhere === null ? sendApp(c, adminDist) : c.redirect(elsewhere, 302);
  };
  return new Hono<AppEnv>()
    .get('/admin/assets/:name', (c) => sendAsset(c, adminDist))
    .get('/admin/assets/*', (c) => c.text('Not found', 404, { 'Cache-Control': 'no-store' }))
    .get('/admin', page)
    .get('/admin/*', page);
}
