/** How well the last backups went, in one word (pure). */

import type { BackupState } from '@veldlicht/contract/backup';
import { type BackupStatus, readBackupStatus } from '@veldlicht/database/backup/backup-status';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';

/** How old the newest backup is and whether the last attempt succeeded, for admins. */
export function backupsRoutes({ folder, now }: Deps) {
  return new Hono<AppEnv>().get('/api/admin/backup', (c) => {
    requireRole(c, 'admin');
    return c.json(toBackupState(readBackupStatus(folder), now()));
  });
}

/** One night may fail unseen; two may not. */
const LATE_AFTER_MS = 2 * 24 * 60 * 60 * 1000;

function stateOf({ success, failure }: BackupStatus, now: number): BackupState['state'] {
  if (failure) return 'failed';
  if (!success) return 'none';
  if (now - success.at > LATE_AFTER_MS) return 'late';
  return success.missing > 0 ? 'incomplete' : 'ok';
}

const instant = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());

/** `now` in milliseconds since 1970. */
function toBackupState(status: BackupStatus, now: number): BackupState {
  const { success, failure } = status;
  return {
    state: stateOf(status, now),
    lastAt: instant(success?.at),
    missing: success?.missing ?? 0,
    inBucket: success?.inBucket ?? 0,
    failedAt: instant(failure?.at),
    problem: failure?.problem ?? null,
  };
}
