import { speciesImport, speciesInput } from '@veldlicht/contract/species';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { inTransaction } from '#http/write.ts';
import { listSpecies } from './species.repository.ts';
import { deleteSpecies, findSpecies, putSpecies } from './species.service.ts';

/** Longest query of a search that is looked for, in characters. */
const MAX_QUERY = 100;

export function speciesRoutes(deps: Deps) {
  const { db, limits, now } = deps;
  return new Hono<AppEnv>()
    .get('/api/species', (c) =>
      c.json(findSpecies(db, (c.req.query('q') ?? '').slice(0, MAX_QUERY))),
    )
    .get('/api/admin/species', (c) => {
      requireRole(c, 'viewer');
      return c.json(listSpecies(db));
    })
    .put('/api/admin/species', async (c) => {
      const actor = requireRole(c, 'editor');
      const input = await readJson(c, speciesInput, limits);
      return c.json(inTransaction(db, (tx) => putSpecies(tx, [input], { actor, now: now() })));
    })
    .post('/api/admin/species/import', async (c) => {
      const actor = requireRole(c, 'editor');
      // The most species there may be, with all their names, are about 3 MB.
      const bulk = { ...limits, jsonBytes: 2 * limits.bulkJsonBytes };
      const { species } = await readJson(c, speciesImport, bulk);
      return c.json(inTransaction(db, (tx) => putSpecies(tx, species, { actor, now: now() })));
    })
    .delete('/api/admin/species/:name', (c) => {
      const actor = requireRole(c, 'editor');
      inTransaction(db, (tx) => deleteSpecies(tx, c.req.param('name'), { actor, now: now() }));
      return c.body(null, 204);
    });
}
