import path from 'node:path';
import { Hono } from 'hono';
import { fullSession } from '#auth/route-access.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { RESOURCE_POLICY } from './security-headers.ts';
import { IMMUTABLE, sendFile } from './send-file.ts';
import { withRights } from './site.routes.ts';

/** Renditions; their content types come from our own table (threat T16). */
const RENDITION = /^\/media\/([0-9a-f]{32})\/([a-z0-9-]{1,40}\.(?:avif|jpg|mp4))$/;

const notFound = (c: AppContext) => c.text('Not found', 404, { 'Cache-Control': 'no-store' });

/** Serves pictures and videos: published ones to everyone, others to signed-in users. */
export function mediaFilesRoutes({ folder }: Pick<Deps, 'folder'>) {
  return new Hono<AppEnv>().get('/media/*', async (c) => {
    const [, hash, name] = RENDITION.exec(c.req.path) ?? [];
    if (!hash || !name) return notFound(c);
    const headers = { 'Content-Disposition': `inline; filename="${hash}-${name}"` };
    const found = await sendFile(c, path.join(folder.publicMedia, hash, name), {
      cacheControl: IMMUTABLE,
      // Feed readers embed the pictures on their own pages.
      headers: { ...headers, [RESOURCE_POLICY]: 'cross-origin' },
    });
    if (found) return withRights(found, folder);
    if (!fullSession(c)) return notFound(c);
    // Unpublished: uncached.
    const file = path.join(folder.renditions, hash, name);
    const options = { cacheControl: 'private, no-store', headers };
    return (await sendFile(c, file, options)) ?? notFound(c);
  });
}
