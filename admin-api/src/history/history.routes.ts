import { historyQuery, versionInput, versionsQuery } from '@veldlicht/contract/history';
import { Hono } from 'hono';
import { requireRole } from '#auth/route-access.ts';
import { type AppEnv, type Deps, forBulk } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { readJson, readQuery } from '#http/request-body.ts';
import { readHistory, readVersions } from './history.repository.ts';
import { bringVersionBack, undoChange } from './undo.service.ts';

/** History: changes, versions of a thing, and undo. */
export function historyRoutes(all: Deps) {
  const deps = forBulk(all);
  const { db, now } = deps;
  return new Hono<AppEnv>()
    .get('/api/admin/history', (c) => {
      const user = requireRole(c, 'editor');
      return c.json(readHistory(db, user, readQuery(c, historyQuery).before, now()));
    })
    .get('/api/admin/history/versions', (c) => {
      const query = readQuery(c, versionsQuery);
      const user = requireRole(c, query.entity === 'settings' ? 'admin' : 'editor');
      return c.json(readVersions(db, query, user, now()));
    })
    .post('/api/admin/history/versions', async (c) => {
      const user = requireRole(c, 'editor');
      const input = await readJson(c, versionInput, deps.limits);
      return c.json(bringVersionBack(db, input, user, now()));
    })
    .post('/api/admin/history/:change/undo', async (c) => {
      const user = requireRole(c, 'editor');
      const change = Number(c.req.param('change'));
      if (!Number.isSafeInteger(change)) throw new AppError('not_found');
      return c.json(await undoChange(db, change, user, now()));
    });
}
