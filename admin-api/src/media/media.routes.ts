import { RECENT_ITEMS } from '@veldlicht/contract/limits';
import {
  bulkUndoInput,
  type MediaBulkCreated,
  type MediaBulkDeleted,
  type MediaBulkPartial,
  type MediaBulkRefused,
  mediaBulkDelete,
  mediaBulkInput,
  mediaBulkUpdate,
  mediaInput,
  mediaPatch,
  placeQuestion,
} from '@veldlicht/contract/media';
import { sentenceOf } from '@veldlicht/contract/reason';
import { publicPlace } from '@veldlicht/database/public-place';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { inTransaction, writeOf } from '#http/write.ts';
import { openBulkUndo, undoBulkEdit } from './bulk-undo.service.ts';
import {
  listProtectedPlaces,
  readFeaturedMedia,
  readInOrder,
  readVisibleMedia,
} from './media.repository.ts';
import {
  addMedia,
  dismissProtectedPlaces,
  dropMedia,
  editMedia,
  mediaEtag,
  renewAddress,
  requireRecord,
} from './media.service.ts';
import { bulkReason, createManyMedia, dropManyMedia, editManyMedia } from './media-bulk.service.ts';
import { createMediaList } from './media-list.ts';
import { type MediaRecord, toMediaItem, toPublicMediaItem } from './to-media-item.ts';
import { trashRoutes } from './trash.routes.ts';

/** Media for signed-in people (spec §7). */
export function mediaRoutes(deps: Deps) {
  const { db, limits, now } = deps;
  const list = createMediaList(db, toMediaItem);
  const answer = (c: AppContext, record: MediaRecord) =>
    c.json(toMediaItem(record), 200, { ETag: mediaEtag(record.media) });
  return new Hono<AppEnv>()
    .route('/', mediaBulkRoutes(deps))
    .route('/', trashRoutes(deps))
    .get('/api/admin/media', (c) => {
      requireRole(c, 'viewer');
      return list.send(c);
    })
    .get('/api/admin/media/protected-places', (c) => {
      requireRole(c, 'viewer');
      return c.json(listProtectedPlaces(db));
    })
    .delete('/api/admin/media/protected-places', (c) => {
      const actor = requireRole(c, 'editor');
      inTransaction(db, (tx) => dismissProtectedPlaces(tx, { actor, now: now() }));
      return c.body(null, 204);
    })
    .get('/api/admin/media/:id', (c) => {
      requireRole(c, 'viewer');
      return answer(c, requireRecord(db, c.req.param('id')));
    })
    .post('/api/admin/media', async (c) => {
      const actor = requireRole(c, 'editor');
      const input = await readJson(c, mediaInput, limits);
      const record = inTransaction(db, (tx) => addMedia(tx, input, { actor, now: now() }));
      return c.json(toMediaItem(record), 201);
    })
    .post('/api/admin/media/place', async (c) => {
      requireRole(c, 'editor');
      const { location, precision } = await readJson(c, placeQuestion, limits);
      return c.json({ place: publicPlace(location, precision)?.words ?? null });
    })
    .patch('/api/admin/media/:id', async (c) => {
      const actor = requireRole(c, 'editor');
      const id = c.req.param('id');
      const patch = await readJson(c, mediaPatch, limits);
      const record = inTransaction(db, (tx) => editMedia(tx, id, patch, writeOf(c, actor, now())));
      return answer(c, record);
    })
    .post('/api/admin/media/:id/address', (c) => {
      const actor = requireRole(c, 'editor');
      const id = c.req.param('id');
      const record = inTransaction(db, (tx) => renewAddress(tx, id, writeOf(c, actor, now())));
      return answer(c, record);
    })
    .delete('/api/admin/media/:id', (c) => {
      const actor = requireRole(c, 'editor');
      const id = c.req.param('id');
      inTransaction(db, (tx) => dropMedia(tx, id, writeOf(c, actor, now())));
      return c.body(null, 204);
    });
}

/** Many items in one call (spec §7, product decisions §7). */
function mediaBulkRoutes(deps: Deps) {
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
      const why = bulkReason(created.length, failed);
      const message = sentenceOf(why);
      if (created.length > 0)
        return c.json({ message, created, failed } satisfies MediaBulkPartial, 207);
      const refused = { error: message, code: 'invalid_input', reason: why, failed } as const;
      return c.json(refused satisfies MediaBulkRefused, 400);
    })
    .post('/api/admin/media/bulk-delete', async (c) => {
      const actor = requireRole(c, 'editor');
      const { ids } = await readJson(c, mediaBulkDelete, limits);
      const deleted = inTransaction(db, (tx) => dropManyMedia(tx, ids, { actor, now: now() }));
      return c.json({ deleted } satisfies MediaBulkDeleted);
    })
    .get('/api/admin/media/bulk-undo', (c) => {
      const actor = requireRole(c, 'editor');
      return c.json(openBulkUndo(db, { actor, now: now() }));
    })
    .post('/api/admin/media/bulk-undo', async (c) => {
      const actor = requireRole(c, 'editor');
      const { id } = await readJson(c, bulkUndoInput, limits);
      return c.json(inTransaction(db, (tx) => undoBulkEdit(tx, id, { actor, now: now() })));
    })
    .post('/api/admin/media/bulk-update', async (c) => {
      const actor = requireRole(c, 'editor');
      const update = await readJson(c, mediaBulkUpdate, limits);
      const seqs = inTransaction(db, (tx) => editManyMedia(tx, update, { actor, now: now() }));
      return c.json(readInOrder(db, seqs).map(toMediaItem));
    });
}

const toPublicList = (records: MediaRecord[]) =>
  records.map(toPublicMediaItem).filter((item) => item !== null);

/** Media for everyone: published, its time come, ready, and no more of the place than allowed (spec §7). */
export function publicMediaRoutes({ db, now }: Deps) {
  const all = createMediaList(db, toPublicMediaItem, now);
  return new Hono<AppEnv>()
    .get('/api/media', (c) => all.send(c))
    .get('/api/media/featured', (c) => c.json(toPublicList(readFeaturedMedia(db, now()))))
    .get('/api/media/recent', (c) =>
      c.json(toPublicList(readVisibleMedia(db, RECENT_ITEMS, now()))),
    );
}
