import { guardList } from '@veldlicht/contract/guard';
import { readGuardDefaults } from '@veldlicht/database/species/guard-defaults';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import { type AppEnv, type Deps, forBulk } from '#http/app-env.ts';
import { inTransaction, readWrite } from '#http/write.ts';
import { readGuardList, writeGuardList } from './guard.service.ts';

/** The guard list: who may see the panel may read it, admins change it. */
export function guardRoutes(deps: Deps) {
  const { db } = deps;
  return new Hono<AppEnv>()
    .get('/api/admin/guard', (c) => {
      requireRole(c, 'viewer');
      const list = readGuardList(db);
      return c.json(list, 200, { ETag: list.etag });
    })
    .get('/api/admin/guard/defaults', (c) => {
      requireRole(c, 'viewer');
      return c.json(readGuardDefaults());
    })
    .put('/api/admin/guard', async (c) => {
      const { input, write } = await readWrite(c, forBulk(deps), 'admin', guardList);
      const list = inTransaction(db, (tx) => writeGuardList(tx, input.rules, write));
      return c.json(list, 200, { ETag: list.etag });
    });
}
