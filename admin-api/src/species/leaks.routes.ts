import { leakQuestion } from '@veldlicht/contract/leaks';
import { findLeaks, namesAround } from '@veldlicht/database/find-leaks';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { readLeakReport } from './leaks.service.ts';

/** What visitors could find out about guarded items: of all of them, and of the texts of a form. */
export function leaksRoutes({ db, limits }: Deps) {
  return new Hono<AppEnv>()
    .get('/api/admin/leaks', (c) => {
      requireRole(c, 'viewer');
      return c.json(readLeakReport(db, Number.parseInt(c.req.query('page') ?? '', 10) || 1));
    })
    .post('/api/admin/leaks/check', async (c) => {
      requireRole(c, 'editor');
      const { level, location, ...words } = await readJson(c, leakQuestion, limits);
      return c.json(findLeaks(words, namesAround(location, level)));
    });
}
