import { type TrashRestored, trashRestore } from '@veldlicht/contract/trash';
import { inChange } from '@veldlicht/database/change';
import { Hono } from 'hono';
import { requireRole } from '#auth/route-access.ts';
import { type AppEnv, type Deps, forBulk } from '#http/app-env.ts';
import { readWrite, writeBy } from '#http/write.ts';
import { requireRecord } from './media.service.ts';
import { toMediaItem } from './to-media-item.ts';
import { listTrash, purge, restoreFromTrash } from './trash.service.ts';

/** The trash: lists, restores and purges deleted items. */
export function trashRoutes(all: Deps) {
  const deps = forBulk(all);
  const { db } = deps;
  return new Hono<AppEnv>()
    .get('/api/admin/media/trash', (c) => {
      requireRole(c, 'viewer');
      return c.json(listTrash(db));
    })
    .post('/api/admin/media/trash/restore', async (c) => {
      const { input, write } = await readWrite(c, deps, 'editor', trashRestore);
      const titles = await restoreFromTrash(db, input.ids, write);
      return c.json({ restored: titles.length } satisfies TrashRestored);
    })
    .post('/api/admin/media/trash/:id/restore', async (c) => {
      const write = writeBy(c, deps, 'editor');
      const id = c.req.param('id');
      await restoreFromTrash(db, [id], write);
      return c.json(toMediaItem(requireRecord(db, id)));
    })
    .delete('/api/admin/media/trash/:id', (c) => {
      const write = writeBy(c, deps, 'admin');
      inChange(db, write, (tx) => purge(tx, c.req.param('id'), write));
      return c.body(null, 204);
    });
}
