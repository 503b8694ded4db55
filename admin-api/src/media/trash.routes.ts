import { type TrashRestored, trashRestore } from '@veldlicht/contract/trash';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { inTransaction } from '#http/write.ts';
import { requireRecord } from './media.service.ts';
import { toMediaItem } from './to-media-item.ts';
import { listTrash, purge, restoreFromTrash } from './trash.service.ts';

/** Deleted items: what is there, back again, or gone for ever (next.md §4). */
export function trashRoutes(deps: Deps) {
  const { db, now } = deps;
  const limits = { ...deps.limits, jsonBytes: deps.limits.bulkJsonBytes };
  return new Hono<AppEnv>()
    .get('/api/admin/media/trash', (c) => {
      requireRole(c, 'viewer');
      return c.json(listTrash(db));
    })
    .post('/api/admin/media/trash/restore', async (c) => {
      const actor = requireRole(c, 'editor');
      const { ids } = await readJson(c, trashRestore, limits);
      const titles = inTransaction(db, (tx) => restoreFromTrash(tx, ids, { actor, now: now() }));
      return c.json({ restored: titles.length } satisfies TrashRestored);
    })
    .post('/api/admin/media/trash/:id/restore', (c) => {
      const actor = requireRole(c, 'editor');
      const id = c.req.param('id');
      inTransaction(db, (tx) => restoreFromTrash(tx, [id], { actor, now: now() }));
      return c.json(toMediaItem(requireRecord(db, id)));
    })
    .delete('/api/admin/media/trash/:id', (c) => {
      const actor = requireRole(c, 'admin');
      inTransaction(db, (tx) => purge(tx, c.req.param('id'), { actor, now: now() }));
      return c.body(null, 204);
    });
}
