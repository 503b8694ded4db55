import { guardList } from '@veldlicht/contract/guard';
import { heldTexts, leakQuestion } from '@veldlicht/contract/leaks';
import { speciesInput } from '@veldlicht/contract/species';
import { inChange } from '@veldlicht/database/change';
import { findLeaks } from '@veldlicht/database/find-leaks';
import { readGuardDefaults } from '@veldlicht/database/species/guard-defaults';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import { type AppEnv, type Deps, forBulk } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { readWrite, writeBy } from '#http/write.ts';
import { confirmTexts } from './confirmed-texts.ts';
import { readGuardList, writeGuardList } from './guard.service.ts';
import { readLeakReport } from './leaks.service.ts';
import { listSpecies } from './species.repository.ts';
import { deleteSpecies, findSpecies, putSpecies } from './species.service.ts';

/** Longest query of a search that is looked for, in characters. */
const MAX_QUERY = 100;

export function speciesRoutes(deps: Deps) {
  const { db } = deps;
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
      return c.json(inChange(db, write, (tx) => putSpecies(tx, [input], write)));
    })
    .delete('/api/admin/species/:name', (c) => {
      const write = writeBy(c, deps, 'editor');
      inChange(db, write, (tx) => deleteSpecies(tx, c.req.param('name'), write));
      return c.body(null, 204);
    });
}

/** The guard list: who may see the panel may read it, admins change it. */
export function guardRoutes(deps: Deps) {
  const { db } = deps;
  return new Hono<AppEnv>()
    .get('/api/admin/guard', (c) => {
      requireRole(c, 'viewer');
      const list = readGuardList(db);
      return c.json(list, 200, { ETag: list.etag });
    })
    .get('/api/admin/guard/defaults', (c) => {
      requireRole(c, 'viewer');
      return c.json(readGuardDefaults());
    })
    .put('/api/admin/guard', async (c) => {
      const { input, write } = await readWrite(c, forBulk(deps), 'admin', guardList);
      const list = inChange(db, write, (tx) => writeGuardList(tx, input.rules, write));
      return c.json(list, 200, { ETag: list.etag });
    });
}

/** What visitors could find out about guarded items: of all of them, and of the texts of a form. */
export function leaksRoutes(deps: Deps) {
  const { db, limits } = deps;
  return new Hono<AppEnv>()
    .get('/api/admin/leaks', (c) => {
      requireRole(c, 'viewer');
      return c.json(readLeakReport(db, Number.parseInt(c.req.query('page') ?? '', 10) || 1));
    })
    .post('/api/admin/leaks/confirm', async (c) => {
      const { input, write } = await readWrite(c, forBulk(deps), 'editor', heldTexts);
      inChange(db, write, (tx) => confirmTexts(tx, input.texts, write));
      return c.body(null, 204);
    })
    .post('/api/admin/leaks/check', async (c) => {
      requireRole(c, 'editor');
      const {
        level: _level,
        location: _location,
        ...words
      } = await readJson(c, leakQuestion, limits);
      return c.json(findLeaks(words, () => false));
    });
}
