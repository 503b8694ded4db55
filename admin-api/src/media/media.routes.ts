import { setImmediate as nextTurn } from 'node:timers/promises';
import {
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
import { inChange } from '@veldlicht/database/change';
import type { Database, Store } from '@veldlicht/database/open';
import { publicPlace } from '@veldlicht/database/positions/public-place';
import { shownPlace } from '@veldlicht/database/public/to-public-item';
import { Hono } from 'hono';
import { requireRole } from '#auth/route-access.ts';
import { type AppContext, type AppEnv, type Deps, forBulk } from '#http/app-env.ts';
import { PORTION } from '#http/in-portions.ts';
import { readJson } from '#http/request-body.ts';
import { readWrite, setChangeHeader, writeBy } from '#http/write.ts';
import { findMedia, listProtectedPlaces, readInOrder } from './media.repository.ts';
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
import { sendOriginal } from './send-original.ts';
import { type MediaRecord, toMediaItem } from './to-media-item.ts';
import { trashRoutes } from './trash.routes.ts';

/** Media for signed-in users (spec §7). */
export function mediaRoutes(deps: Deps) {
  const { db } = deps;
  const list = createMediaList(db);
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
      const write = writeBy(c, deps, 'editor');
      inChange(db, write, (tx) => dismissProtectedPlaces(tx, write));
      return c.body(null, 204);
    })
    .get('/api/admin/media/:id', (c) => {
      requireRole(c, 'viewer');
      return answer(c, requireRecord(db, c.req.param('id')));
    })
    .get('/api/admin/media/:id/original', async (c) => {
      requireRole(c, 'editor');
      const { media: item } = requireRecord(db, c.req.param('id'));
      return sendOriginal(c, deps, item);
    })
    .post('/api/admin/media', async (c) => {
      const { input, write } = await readWrite(c, deps, 'editor', mediaInput);
      const record = inChange(db, write, (tx) => addMedia(tx, input, write));
      return c.json(toMediaItem(record), 201);
    })
    .post('/api/admin/media/place', async (c) => {
      requireRole(c, 'editor');
      const { id = '', location, precision } = await readJson(c, placeQuestion, deps.limits);
      const row = findMedia(db, id);
      const isTold = row?.guard === precision && row.location === location;
      const place = isTold ? shownPlace(row) : publicPlace(location, precision);
      return c.json({ place: place?.words ?? null });
    })
    .patch('/api/admin/media/:id', async (c) => {
      const id = c.req.param('id');
      const { input: patch, write } = await readWrite(c, deps, 'editor', mediaPatch);
      const edit = (tx: Store, change: number) => ({
        record: editMedia(tx, id, patch, write),
        change,
      });
      const { record, change } = inChange(db, write, edit);
      setChangeHeader(c, db, change);
      return answer(c, record);
    })
    .post('/api/admin/media/:id/address', (c) => {
      const write = writeBy(c, deps, 'editor');
      const id = c.req.param('id');
      const record = inChange(db, write, (tx) => renewAddress(tx, id, write));
      return answer(c, record);
    })
    .delete('/api/admin/media/:id', (c) => {
      const write = writeBy(c, deps, 'editor');
      const id = c.req.param('id');
      inChange(db, write, (tx) => dropMedia(tx, id, write));
      return c.body(null, 204);
    });
}

/** Responds with items as JSON; serializing ten thousand takes a second, so other requests run in between. */
async function sendItems(c: AppContext, db: Database, seqs: number[]): Promise<Response> {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < seqs.length; from += PORTION) {
    if (from > 0) await nextTurn();
    const items = readInOrder(db, seqs.slice(from, from + PORTION)).map(toMediaItem);
    if (items.length > 0)
      parts.push(
        Buffer.from(`${parts.length > 0 ? ',' : ''}${JSON.stringify(items).slice(1, -1)}`),
      );
  }
  const bytes = Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]);
  return c.body(bytes, 200, { 'Content-Type': 'application/json' });
}

/** Many items in one call (spec §7). */
function mediaBulkRoutes(all: Deps) {
  const deps = forBulk(all);
  const { db } = deps;
  return new Hono<AppEnv>()
    .post('/api/admin/media/bulk', async (c) => {
      const actor = requireRole(c, 'editor');
      const { items } = await readJson(c, mediaBulkInput, deps.limits);
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
      const { input, write } = await readWrite(c, deps, 'editor', mediaBulkDelete);
      const deleted = inChange(db, write, (tx) => dropManyMedia(tx, input.ids, write));
      return c.json({ deleted } satisfies MediaBulkDeleted);
    })
    .post('/api/admin/media/bulk-update', async (c) => {
      const { input: update, write } = await readWrite(c, deps, 'editor', mediaBulkUpdate);
      const { seqs, change } = await editManyMedia(db, update, write);
      setChangeHeader(c, db, change);
      return sendItems(c, db, seqs);
    });
}
