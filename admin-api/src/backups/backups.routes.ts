import { readBackupStatus } from '@veldlicht/database/backup/backup-status';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { toBackupState } from './backup-state.ts';

/** How old the newest backup is and whether the last attempt succeeded, for admins. */
export function backupsRoutes({ folder, now }: Deps) {
  return new Hono<AppEnv>().get('/api/admin/backup', (c) => {
    requireRole(c, 'admin');
    return c.json(toBackupState(readBackupStatus(folder), now()));
  });
}
