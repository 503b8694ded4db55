import { uploadKeyInput } from '@veldlicht/contract/upload-key';
import { Hono } from 'hono';
import { recordAudit } from '#audit/audit.repository.ts';
import { requireConfirmed, requireRole } from '#auth/route-access.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { writeBy } from '#http/write.ts';
import { createKey, listKeys, revokeKey } from './keys.service.ts';
import { listFailed } from './watch-folder.ts';
import { markNotesSeen } from './watched-files.repository.ts';

/** Routes of a user's own upload keys and of the errors of the watched folder. */
export function keysRoutes(deps: Deps) {
  const { db, limits, now } = deps;
  return new Hono<AppEnv>()
    .get('/api/admin/keys', (c) => c.json(listKeys(db, requireRole(c, 'editor').id)))
    .post('/api/admin/keys', async (c) => {
      const actor = requireRole(c, 'editor');
      requireConfirmed(c, now());
      const input = await readJson(c, uploadKeyInput, limits);
      return c.json(createKey(db, input, { actor, now: now() }), 201);
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
    });
}
