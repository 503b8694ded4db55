import { speciesImport, speciesInput } from '@veldlicht/contract/species';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { inTransaction, readWrite, writeBy } from '#http/write.ts';
import { listSpecies } from './species.repository.ts';
import { deleteSpecies, findSpecies, putSpecies } from './species.service.ts';

/** Longest query of a search that is looked for, in characters. */
const MAX_QUERY = 100;

export function speciesRoutes(deps: Deps) {
  const { db, limits } = deps;
  return new Hono<AppEnv>()
    .get('/api/species', (c) =>
      c.json(findSpecies(db, (c.req.query('q') ?? '').slice(0, MAX_QUERY))),
    )
    .get('/api/admin/species', (c) => {
      requireRole(c, 'viewer');
      return c.json(listSpecies(db));
    })
    .put('/api/admin/species', async (c) => {
      const { input, write } = await readWrite(c, deps, 'editor', speciesInput);
      return c.json(inTransaction(db, (tx) => putSpecies(tx, [input], write)));
    })
    .post('/api/admin/species/import', async (c) => {
      // The most species there may be, with all their names, are about 3 MB.
      const bulk = { ...limits, jsonBytes: 2 * limits.bulkJsonBytes };
      const { input, write } = await readWrite(
        c,
        { ...deps, limits: bulk },
        'editor',
        speciesImport,
      );
      return c.json(inTransaction(db, (tx) => putSpecies(tx, input.species, write)));
    })
    .delete('/api/admin/species/:name', (c) => {
      const write = writeBy(c, deps, 'editor');
      inTransaction(db, (tx) => deleteSpecies(tx, c.req.param('name'), write));
      return c.body(null, 204);
    });
}
