import { reason } from '@veldlicht/contract/reason';
import { MAX_REMOTE_ID, uploadKeyInput } from '@veldlicht/contract/upload-key';
import type { Store } from '@veldlicht/database/open';
import { Hono } from 'hono';
import { recordAudit } from '#audit/audit.repository.ts';
import { requireConfirmed, requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { invalidField } from '#http/app-error.ts';
import { readJson } from '#http/request-body.ts';
import { writeBy } from '#http/write.ts';
import { createKey, listKeys, requireKey, revokeKey } from './keys.service.ts';
import { plainName, receivePhoto } from './remote-photo.service.ts';
import { listFailed } from './watch-folder.ts';
import { markNotesSeen } from './watched-files.repository.ts';

/** Where an upload key takes the place of a session, and the body is a raw file. */
export function isPhotosPath(path: string): boolean {
  return path.startsWith('/api/v1/photos/');
}

/** One's own upload keys, and the one thing that they open (next.md §4). */
export function keysRoutes(deps: Deps) {
  const { db, limits, now } = deps;
  return new Hono<AppEnv>()
    .get('/api/admin/keys', (c) => c.json(listKeys(db, requireRole(c, 'editor').id)))
    .post('/api/admin/keys', async (c) => {
      const actor = requireRole(c, 'editor');
      requireConfirmed(c, now());
      const { name } = await readJson(c, uploadKeyInput, limits);
      return c.json(createKey(db, name, { actor, now: now() }), 201);
    })
    .delete('/api/admin/keys/:id', (c) => {
      revokeKey(db, c.req.param('id'), writeBy(c, deps, 'editor'));
      return c.body(null, 204);
    })
    .get('/api/admin/watch-folder', (c) => {
      requireRole(c, 'viewer');
      return c.json(listFailed(deps));
    })
    .delete('/api/admin/watch-folder', (c) => {
      const write = writeBy(c, deps, 'editor');
      const facts = { notice: 'watch-folder' } as const;
      recordAudit(db, write, { action: 'update', entity: 'file', facts });
      markNotesSeen(db);
      return c.body(null, 204);
    })
    .put('/api/v1/photos/:remoteId', async (c) => {
      const holder = (store: Store) => requireKey(store, c.req.header('authorization'), now());
      const actor = holder(db);
      const remoteId = c.req.param('remoteId').normalize('NFC');
      if (remoteId.length > MAX_REMOTE_ID || /\p{Cc}/u.test(remoteId))
        throw invalidField('remoteId', reason('not_valid'));
      const length = c.req.header('content-length');
      const { photo, isNew } = await receivePhoto(
        deps,
        { remoteId, fileName: plainName(c.req.query('name') ?? '') },
        { body: c.req.raw.body, declared: length === undefined ? undefined : Number(length) },
        actor,
        holder,
      );
      return c.json(photo, isNew ? 201 : 200);
    });
}
