import path from 'node:path';
import { Hono } from 'hono';
import { fullSession } from '#auth/guards.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { contentTypeOf } from './content-types.ts';
import { IMMUTABLE, sendFile } from './file-sender.ts';

const HASH = /^[0-9a-f]{32}$/;
/** Names of renditions; their types come from our own table (threat T16). */
const NAME = /^[a-z0-9-]{1,40}\.(?:avif|jpg|mp4)$/;

async function find(c: AppContext, deps: Deps): Promise<Response | null> {
  const { hash = '', name = '' } = c.req.param();
  const type = contentTypeOf(name);
  if (!HASH.test(hash) || !NAME.test(name) || type === null) return null;
  const headers = { 'Content-Disposition': `inline; filename="${hash}-${name}"` };
  const isPublic = { type, cacheControl: IMMUTABLE, headers };
  const found = await sendFile(c, path.join(deps.folder.publicMedia, hash, name), isPublic);
  if (found || !fullSession(c)) return found;
  // Not published (yet): only for who is signed in, and for no cache.
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
