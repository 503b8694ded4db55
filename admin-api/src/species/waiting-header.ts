/** Tells the panel with the response of every write whether it left texts to confirm. */
import { WAITING_SINCE } from '@veldlicht/contract/waiting-since';
import { createMiddleware } from 'hono/factory';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readRevision, readUnasked } from './waiting.ts';

export const LEAKS_PATH = '/api/admin/leaks';

export function waitingHeader({ db }: Deps) {
  return createMiddleware<AppEnv>(async (c, next) => {
    // Confirming texts must not ask again.
    if (c.req.method === 'GET' || c.req.path.startsWith(LEAKS_PATH)) return next();
    const before = readRevision(db);
    await next();
    if (c.get('session') === null || !c.res.ok || readRevision(db) === before) return;
    if (readUnasked(db, before).length > 0) c.header(WAITING_SINCE, String(before));
  });
}
