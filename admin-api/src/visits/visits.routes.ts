import { type Visits, visitsQuery } from '@veldlicht/contract/visits';
import { Hono } from 'hono';
import { requireUser } from '#auth/route-access.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readQuery } from '#http/request-body.ts';
import { writeBy } from '#http/write.ts';
import { readSettings } from '#settings/settings.repository.ts';
import { readVisits, wipeVisits } from './visits.service.ts';

/** Page views, for signed-in users; admins can delete them. */
export function visitsRoutes(deps: Deps) {
  const { db, now, visits } = deps;
  const stateOf = (): Visits['state'] => {
    if (!visits.isHere) return 'elsewhere';
    return readSettings(db).visitsSince === null ? 'off' : 'on';
  };
  return new Hono<AppEnv>()
    .get('/api/admin/visits', async (c) => {
      requireUser(c);
      const { days } = readQuery(c, visitsQuery);
      const state = stateOf();
      const isCurrent = state === 'on' ? await visits.fold() : true;
      return c.json<Visits>({ state, isCurrent, ...readVisits(db, days, now()) });
    })
    .delete('/api/admin/visits', (c) => {
      wipeVisits(db, writeBy(c, deps, 'admin'));
      return c.body(null, 204);
    });
}
