import { mediaInput, mediaPatch, placeQuestion } from '@veldlicht/contract/media';
import { publicPlace } from '@veldlicht/database/public-place';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { steadyPack } from '#http/steady-pack.ts';
import { inTransaction, writeOf } from '#http/write.ts';
import { acceptedEncodings } from '#serving/file-sender.ts';
import { listProtectedPlaces } from './media.repository.ts';
import {
  addMedia,
  dismissProtectedPlaces,
  dropMedia,
  editMedia,
  mediaEtag,
  renewAddress,
  requireRecord,
} from './media.service.ts';
import { mediaBulkRoutes } from './media-bulk.routes.ts';
import { createMediaList } from './media-list.ts';
import { type MediaRecord, toMediaItem } from './to-media-item.ts';

/** Media for signed-in people (spec §7). */
export function mediaRoutes(deps: Deps) {
  const { db, limits, now } = deps;
  const list = createMediaList(db, toMediaItem);
  const pack = steadyPack();
  const answer = (c: AppContext, record: MediaRecord) =>
    c.json(toMediaItem(record), 200, { ETag: mediaEtag(record.media) });
  return new Hono<AppEnv>()
    .route('/', mediaBulkRoutes(deps, list))
    .get('/api/admin/media', async (c) => {
      requireRole(c, 'viewer');
      await list.catchUp();
      const bytes = list.read();
      const headers = { 'Content-Type': 'application/json' };
      const [encoding] = acceptedEncodings(c.req.header('Accept-Encoding'));
      const packed = encoding && (await pack(bytes, encoding));
      if (!packed) return c.body(bytes, 200, headers);
      return c.body(packed, 200, { ...headers, 'Content-Encoding': encoding });
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
      const { location } = await readJson(c, placeQuestion, limits);
      return c.json({ place: publicPlace(location, 'approximate')?.words ?? null });
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
