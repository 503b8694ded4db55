import path from 'node:path';
import { contentTypeOf } from '@veldlicht/contract/content-type';
import { Hono } from 'hono';
import { fullSession } from '#auth/guards.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { IMMUTABLE, sendFile } from './file-sender.ts';
import { RESOURCE_POLICY } from './security-headers.ts';
import { withRights } from './site.routes.ts';

const HASH = /^[0-9a-f]{32}$/;
/** Names of renditions; their types come from our own table (threat T16). */
const NAME = /^[a-z0-9-]{1,40}\.(?:avif|jpg|mp4)$/;

interface Asked {
  hash: string;
  name: string;
  type: string;
  headers: Record<string, string>;
}

/** Which rendition is asked for, or null when the address has not its form. */
function askedFor(c: AppContext): Asked | null {
  const { hash = '', name = '' } = c.req.param();
  const type = contentTypeOf(name);
  if (!HASH.test(hash) || !NAME.test(name) || type === null) return null;
  const headers = { 'Content-Disposition': `inline; filename="${hash}-${name}"` };
  return { hash, name, type, headers };
}

/** A rendition that is public, or null. */
export async function publishedFile(
  c: AppContext,
  folder: Pick<Deps['folder'], 'publicMedia' | 'publicSite'>,
): Promise<Response | null> {
  const asked = askedFor(c);
  if (!asked) return null;
  const { hash, name, type, headers } = asked;
  const found = await sendFile(c, path.join(folder.publicMedia, hash, name), {
    type,
    cacheControl: IMMUTABLE,
    // Feed readers show the pictures of the feed on pages of their own (decision 046).
    headers: { ...headers, [RESOURCE_POLICY]: 'cross-origin' },
  });
  return found && withRights(found, folder);
}

async function find(c: AppContext, deps: Deps): Promise<Response | null> {
  const asked = askedFor(c);
  const found = await publishedFile(c, deps.folder);
  if (found) return found;
  if (!asked || !fullSession(c)) return null;
  // Not published (yet): only for who is signed in, and for no cache.
  const { hash, name, type, headers } = asked;
  const isPrivate = { type, cacheControl: 'private, no-store', headers };
  return sendFile(c, path.join(deps.folder.renditions, hash, name), isPrivate);
}

/** Pictures and videos: to everyone once they are published, to signed-in people before. */
export function mediaFilesRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .get('/media/:hash/:name', async (c) => {
      const found = await find(c, deps);
      return found ?? c.text('Not found', 404, { 'Cache-Control': 'no-store' });
    })
    .get('/media/*', (c) => c.text('Not found', 404, { 'Cache-Control': 'no-store' }));
}
