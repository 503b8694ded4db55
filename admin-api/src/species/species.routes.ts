import { guardList } from '@veldlicht/contract/guard';
import { textAnswers } from '@veldlicht/contract/leaks';
import { speciesInput } from '@veldlicht/contract/species';
import { inChange } from '@veldlicht/database/change';
import { readGuardDefaults } from '@veldlicht/database/species/guard-defaults';
import { Hono } from 'hono';
import { fullSession, requireRole } from '#auth/route-access.ts';
import { type AppEnv, type Deps, forBulk } from '#http/app-env.ts';
import { readWrite, writeBy } from '#http/write.ts';
import { readGuardList, writeGuardList } from './guard.service.ts';
import { readLeakReport } from './leaks.service.ts';
import { listSpecies } from './species.repository.ts';
import { deleteSpecies, findSpecies, putSpecies } from './species.service.ts';
import { answerTexts } from './text-answers.ts';
import { readUnasked } from './waiting.ts';
import { LEAKS_PATH } from './waiting-header.ts';

/** Longer queries are cut, in characters. */
const MAX_QUERY = 100;

export function speciesRoutes(deps: Deps) {
  const { db } = deps;
  return new Hono<AppEnv>()
    .get('/api/species', (c) =>
      c.json(
        findSpecies(db, (c.req.query('q') ?? '').slice(0, MAX_QUERY), {
          isVisitor: fullSession(c) === null,
        }),
      ),
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

/** The guard list: all roles read it, admins change it. */
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

/** The leak report, and the texts that wait for confirmation. */
export function leaksRoutes(deps: Deps) {
  const { db } = deps;
  return new Hono<AppEnv>()
    .get(LEAKS_PATH, (c) => {
      requireRole(c, 'viewer');
      return c.json(readLeakReport(db, Number.parseInt(c.req.query('page') ?? '', 10) || 1));
    })
    .get(`${LEAKS_PATH}/waiting`, (c) => {
      requireRole(c, 'editor');
      return c.json(readUnasked(db, Number.parseInt(c.req.query('since') ?? '', 10) || 0));
    })
    .post(`${LEAKS_PATH}/answers`, async (c) => {
      const { input, write } = await readWrite(c, forBulk(deps), 'editor', textAnswers);
      inChange(db, write, (tx) => answerTexts(tx, input, write));
      return c.body(null, 204);
    });
}
