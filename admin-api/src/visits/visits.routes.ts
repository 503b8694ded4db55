import { type Visits, visitsQuery } from '@veldlicht/contract/visits';
import { Hono } from 'hono';
import { requireRole, requireUser } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readQuery } from '#http/request-body.ts';
import { writeOf } from '#http/write.ts';
import { readSettings } from '#settings/settings.repository.ts';
import { readVisits, wipeVisits } from './visits.service.ts';

/** How often pages were looked at, for everybody who is signed in; admins wipe it. */
export function visitsRoutes({ db, now, visits }: Deps) {
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
      const actor = requireRole(c, 'admin');
      wipeVisits(db, writeOf(c, actor, now()));
      return c.body(null, 204);
    });
}
