import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { missReader } from './misses.ts';
import { IMMUTABLE, sendFile } from './send-file.ts';
import { askedAddress, siteTarget, TDM_PATH } from './site-path.ts';

/** Until the first publish is done. */
const SOON = `<!doctype html>
<html lang="nl">
<meta charset="utf-8">
<title>Binnenkort beschikbaar</title>
<h1>Binnenkort beschikbaar</h1>
<p>Deze website wordt op dit moment klaargezet. Kom zo terug.</p>
`;

interface Site {
  folder: Pick<Deps['folder'], 'publicSite'>;
  /** Without it every address without a file answers 404, and no view is counted. */
  database?: Pick<Deps, 'db' | 'visits'>;
}

/** Reserves rights in an answer when the site says, by a file of its own, that its photos are not for training. */
export async function withRights(
  response: Response,
  { publicSite }: Site['folder'],
): Promise<Response> {
  const mark = await stat(path.join(publicSite, TDM_PATH)).catch(() => null);
  if (mark) response.headers.set('TDM-Reservation', '1');
  return response;
}

/** The page for what is not there; the site has it from its first publish on. */
async function notFound(c: AppContext, publicSite: string, status: 404 | 410): Promise<Response> {
  const page = await sendFile(c, path.join(publicSite, '404.html'), {
    cacheControl: 'no-cache',
    status,
  });
  return page ?? c.html(SOON, 503, { 'Cache-Control': 'no-store', 'Retry-After': '5' });
}

/**
 * The public site: its files, and answers for addresses without one, which a web server in front of this asks for
 * by the same addresses.
 */
export function siteRoutes({ folder, database }: Site) {
  const readMiss = missReader(database?.db);

  async function find(c: AppContext): Promise<Response> {
    const { pathname, search } = askedAddress(c.req.url);
    const target = siteTarget(pathname);
    if (target.kind === 'redirect') return c.redirect(target.to + search, 308);
    if (target.kind === 'file') {
      const found = await sendFile(c, path.join(folder.publicSite, target.file), {
        // Named by its content.
        cacheControl: target.file.startsWith('_astro/') ? IMMUTABLE : 'no-cache',
      });
      if (found) {
        await database?.visits.record(c, found.status);
        return found;
      }
    }
    const miss = readMiss(pathname, search);
    return miss.status === 301
      ? c.redirect(miss.to, 301)
      : notFound(c, folder.publicSite, miss.status);
  }

  return new Hono<AppEnv>().get('/*', async (c) => {
    const answer = await find(c);
    if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-cache');
    return withRights(answer, folder);
  });
}
