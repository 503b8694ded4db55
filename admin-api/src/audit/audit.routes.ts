import { auditQuery } from '@veldlicht/contract/audit';
import { Hono } from 'hono';
import { requireRole } from '#auth/route-access.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readQuery } from '#http/request-body.ts';
import { listActors, listAudit, toAuditEntry } from './audit.repository.ts';

/** The audit log, for admins. */
export function auditRoutes({ db }: Deps) {
  return new Hono<AppEnv>()
    .get('/api/admin/audit', (c) => {
      requireRole(c, 'admin');
      return c.json(listAudit(db, readQuery(c, auditQuery)).map(toAuditEntry));
    })
    .get('/api/admin/audit/actors', (c) => {
      requireRole(c, 'admin');
      return c.json(listActors(db));
    });
}
