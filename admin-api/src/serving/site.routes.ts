import { readlink, stat } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { IMMUTABLE, sendFile } from './file-sender.ts';
import { askedAddress, type SiteTarget, siteTarget, TDM_PATH } from './site-path.ts';

/** Until the first publish is done. */
const SOON = `<!doctype html>
<html lang="nl">
<meta charset="utf-8">
<title>Binnenkort beschikbaar</title>
<h1>Binnenkort beschikbaar</h1>
<p>Deze website wordt op dit moment klaargezet. Kom zo terug.</p>
`;

/** The link to the live release, or null. Its target goes as soon as another release has taken its place. */
export async function liveRelease(releases: string): Promise<string | null> {
  const current = path.join(releases, 'current');
  const isLink = await readlink(current).catch(() => null);
  return isLink === null ? null : current;
}

function soon(c: AppContext): Response {
  return c.html(SOON, 503, { 'Cache-Control': 'no-store', 'Retry-After': '5' });
}

/** Whether an address that is not there was that of an item or a story: its last four digits tell (decision 043). */
async function hasEnded(release: string, pathname: string): Promise<boolean> {
  const ending = /^\/(?:foto|video|veldnotities|reeks)\/[^/]*-(\d{4})$/.exec(pathname)?.[1];
  if (ending === undefined) return false;
  const mark = stat(path.join(release, `retired-${ending}.txt`));
  return mark.then(
    () => true,
    () => false,
  );
}

/** An answer of a release that may say, by a file of its own, that its photos are not for training. */
export async function withRights(response: Response, release: string | null): Promise<Response> {
  const mark = release && (await stat(path.join(release, TDM_PATH)).catch(() => null));
  if (mark) response.headers.set('TDM-Reservation', '1');
  return response;
}

async function notFound(c: AppContext, release: string): Promise<Response> {
  const page = await sendFile(c, path.join(release, '404.html'), {
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    status: (await hasEnded(release, c.req.path)) ? 410 : 404,
  });
  return page ?? c.text('404 Page Not Found', 404, { 'Cache-Control': 'no-cache' });
}

async function sendTarget(
  c: AppContext,
  target: SiteTarget & { kind: 'file' },
  releases: string,
  release: string,
): Promise<Response | null> {
  const roots = {
    release,
    assets: path.join(releases, 'assets'),
    index: path.join(releases, 'index'),
  };
  const cacheControl = target.cache === 'immutable' ? IMMUTABLE : 'no-cache';
  const options = { type: target.type, cacheControl };
  return sendFile(c, path.join(roots[target.root], target.file), options);
}

interface Site {
  folder: Pick<Deps['folder'], 'releases'>;
  /** Counts views; nobody does while the database can't be used. */
  visits?: Deps['visits'];
}

/** The public site, from the live release. */
export function siteRoutes({ folder, visits }: Site) {
  return new Hono<AppEnv>().get('/*', async (c) => {
    const release = await liveRelease(folder.releases);
    if (release === null) return soon(c);
    const { pathname, search } = askedAddress(c.req.url);
    const target = siteTarget(pathname);
    if (target.kind === 'redirect') {
      c.header('Cache-Control', 'no-cache');
      return withRights(c.redirect(target.to + search, 308), release);
    }
    const found =
      target.kind === 'missing' ? null : await sendTarget(c, target, folder.releases, release);
    if (found) await visits?.record(c, found.status);
    return withRights(found ?? (await notFound(c, release)), release);
  });
}
