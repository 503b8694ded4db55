import {
  type MediaBulkCreated,
  type MediaBulkDeleted,
  type MediaBulkPartial,
  type MediaBulkRefused,
  mediaBulkDelete,
  mediaBulkInput,
  mediaBulkUpdate,
} from '@veldlicht/contract/media';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { inTransaction } from '#http/write.ts';
import {
  bulkMessage,
  createManyMedia,
  dropManyMedia,
  editManyMedia,
} from './media-bulk.service.ts';
import type { MediaList } from './media-list.ts';
import { toMediaItem } from './to-media-item.ts';

/** Many items in one call (spec §7, product decisions §7). */
export function mediaBulkRoutes(deps: Deps, list: MediaList) {
  const { db, now } = deps;
  const limits = { ...deps.limits, jsonBytes: deps.limits.bulkJsonBytes };
  return new Hono<AppEnv>()
    .post('/api/admin/media/bulk', async (c) => {
      const actor = requireRole(c, 'editor');
      const { items } = await readJson(c, mediaBulkInput, limits);
      const outcome = await createManyMedia(deps, items, actor);
      const { failed } = outcome;
      const created = outcome.created.map(toMediaItem);
      if (failed.length === 0) return c.json({ created } satisfies MediaBulkCreated, 201);
      const message = bulkMessage(created.length, failed);
      if (created.length > 0)
        return c.json({ message, created, failed } satisfies MediaBulkPartial, 207);
      const refused = { error: message, code: 'invalid_input', failed } as const;
      return c.json(refused satisfies MediaBulkRefused, 400);
    })
    .post('/api/admin/media/bulk-delete', async (c) => {
      const actor = requireRole(c, 'editor');
      const { ids } = await readJson(c, mediaBulkDelete, limits);
      const deleted = inTransaction(db, (tx) => dropManyMedia(tx, ids, { actor, now: now() }));
      return c.json({ deleted } satisfies MediaBulkDeleted);
    })
    .post('/api/admin/media/bulk-update', async (c) => {
      const actor = requireRole(c, 'editor');
      const update = await readJson(c, mediaBulkUpdate, limits);
      const seqs = inTransaction(db, (tx) => editManyMedia(tx, update, { actor, now: now() }));
      return c.body(await list.readSome(seqs), 200, { 'Content-Type': 'application/json' });
    });
}
