import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { comingFiles, missReader } from './misses.ts';
import { IMMUTABLE, sendFile } from './send-file.ts';
import { askedAddress, siteTarget, TDM_PATH } from './site-path.ts';

/** Shown before the first publish, and instead of a page being rendered. The Caddyfile has a copy. */
const SOON =
  '<!doctype html><html lang="nl"><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Nog even geduld</title><h1>Nog even geduld</h1><p>Deze pagina wordt op dit moment klaargezet.</p></html>';

interface Site {
  folder: Pick<Deps['folder'], 'publicSite' | 'publicDatabase'>;
  /** Without it every path without a file answers 404, and no view is counted. */
  database?: Pick<Deps, 'db' | 'visits'>;
}

/** Adds the TDM-Reservation header if the site has a TDM file, which reserves its photos from training. */
export async function withRights(
  response: Response,
  { publicSite }: Pick<Deps['folder'], 'publicSite'>,
): Promise<Response> {
  const mark = await stat(path.join(publicSite, TDM_PATH)).catch(() => null);
  if (mark) response.headers.set('TDM-Reservation', '1');
  return response;
}

const soon = (c: AppContext) =>
  c.html(SOON, 503, { 'Cache-Control': 'no-store', 'Retry-After': '5' });

/** The site's 404 page, which exists from the first publish on. */
async function notFound(c: AppContext, publicSite: string, status: 404 | 410): Promise<Response> {
  const page = await sendFile(c, path.join(publicSite, '404.html'), {
    cacheControl: 'no-cache',
    status,
  });
  return page ?? soon(c);
}

/** The public site: its files, and responses for paths without one, which a web server in front requests too. */
export function siteRoutes({ folder, database }: Site) {
  const readMiss = missReader(database?.db);
  const waitFor = comingFiles(folder);

  async function send(c: AppContext, file: string): Promise<Response | null> {
    const found = await sendFile(c, path.join(folder.publicSite, file), {
      // Hashed names.
      cacheControl: file.startsWith('_astro/') ? IMMUTABLE : 'no-cache',
    });
    if (found) await database?.visits.record(c, found.status);
    return found;
  }

  async function find(c: AppContext): Promise<Response> {
    const { pathname, search } = askedAddress(c.req.url);
    const target = siteTarget(pathname);
    if (target.kind === 'redirect') return c.redirect(target.to + search, 308);
    const file = target.kind === 'file' ? target.file : null;
    const found = file && (await send(c, file));
    if (found) return found;
    const miss = readMiss(pathname, search);
    if (miss.status === 301) return c.redirect(miss.to, 301);
    if (miss.status === 410 || !file) return notFound(c, folder.publicSite, miss.status);
    const coming = await waitFor(pathname, path.join(folder.publicSite, file));
    const made = coming === 'made' ? await send(c, file) : null;
    return made ?? (coming === 'late' ? soon(c) : notFound(c, folder.publicSite, 404));
  }

  return new Hono<AppEnv>().get('/*', async (c) => {
    const answer = await find(c);
    if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-cache');
    return withRights(answer, folder);
  });
}
