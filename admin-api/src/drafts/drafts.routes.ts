import { draftDiscard, draftPatches, newDrafts } from '@veldlicht/contract/draft';
import { countRows } from '@veldlicht/database/count-rows';
import { drafts } from '@veldlicht/database/schema';
import { Hono } from 'hono';
import { requireRole } from '#auth/route-access.ts';
import { type AppEnv, type Deps, forBulk } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { inTransaction } from '#http/write.ts';
import { readDrafts, seenBy } from './drafts.repository.ts';
import { changeDrafts, createDrafts, discardDrafts } from './drafts.service.ts';

/** Drafts of the bulk upload. */
export function draftsRoutes(all: Deps) {
  const { db, limits, now } = forBulk(all);
  return new Hono<AppEnv>()
    .get('/api/admin/drafts', (c) => {
      const { id } = requireRole(c, 'editor');
      return c.json({ drafts: readDrafts(db, seenBy(id)) });
    })
    .get('/api/admin/drafts/count', (c) => {
      const { id } = requireRole(c, 'editor');
      return c.json({ count: countRows(db, drafts, seenBy(id)) });
    })
    .post('/api/admin/drafts', async (c) => {
      const { id } = requireRole(c, 'editor');
      const input = await readJson(c, newDrafts, limits);
      const drafts = inTransaction(db, (tx) => createDrafts(tx, input, id, now()));
      return c.json({ drafts }, 201);
    })
    .patch('/api/admin/drafts', async (c) => {
      const { id } = requireRole(c, 'editor');
      const { drafts } = await readJson(c, draftPatches, limits);
      const gone = inTransaction(db, (tx) => changeDrafts(tx, drafts, id, now()));
      return c.json({ gone });
    })
    .post('/api/admin/drafts/discard', async (c) => {
      const { id } = requireRole(c, 'editor');
      const { ids } = await readJson(c, draftDiscard, limits);
      inTransaction(db, (tx) => discardDrafts(tx, ids, id));
      return c.body(null, 204);
    });
}
