/** The state of backups, a backup on demand, and the newest as a download; for admins. */
import path from 'node:path';
import { BACKUP_DOWNLOAD_PATH, type BackupState, backupProgress } from '@veldlicht/contract/backup';
import { filesOfBackup } from '@veldlicht/database/backup/backup-folder';
import { listBackups } from '@veldlicht/database/backup/backup-moments';
import { type BackupStatus, readBackupStatus } from '@veldlicht/database/backup/backup-status';
import { enqueueJob, openJob } from '@veldlicht/database/jobs';
import { Hono } from 'hono';
import { recordAudit } from '#audit/audit.repository.ts';
import { requireConfirmed, requireRole } from '#auth/route-access.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { toInstantOrNull } from '#http/instant.ts';
import { inTransaction } from '#http/write.ts';
import { archiveBytes, archiveOf } from './backup-archive.ts';

/** Two missed nights are tolerated. */
const LATE_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

function stateOf({ success, failure }: BackupStatus, now: number): BackupState['state'] {
  if (failure) return 'failed';
  if (!success) return 'none';
  if (now - success.at > LATE_AFTER_MS) return 'late';
  return success.missing > 0 ? 'incomplete' : 'ok';
}

export function backupsRoutes({ db, folder, environment: { backupDir }, now, log }: Deps) {
  const newestBackup = () => listBackups(backupDir, now())[0];
  const state = (): BackupState => {
    const status = readBackupStatus(folder);
    const { success, failure } = status;
    const open = openJob(db, 'backup');
    return {
      state: stateOf(status, now()),
      lastAt: toInstantOrNull(success?.at),
      bytes: success?.bytes ?? null,
      missing: success?.missing ?? 0,
      inBucket: success?.inBucket ?? 0,
      failedAt: toInstantOrNull(failure?.at),
      problem: failure?.problem ?? null,
      percent: open ? (backupProgress.safeParse(open.result).data?.percent ?? 0) : null,
      place: path.resolve(newestBackup()?.place ?? backupDir),
    };
  };
  /** Checks access, and finds the newest backup. Throws `not_found` without one. */
  const prepare = async (c: AppContext) => {
    const actor = requireRole(c, 'admin');
    requireConfirmed(c, now());
    const newest = newestBackup();
    if (!newest) throw new AppError('not_found');
    return { actor, ...newest, files: await filesOfBackup(newest.place) };
  };
  return new Hono<AppEnv>()
    .get('/api/admin/backup', (c) => {
      requireRole(c, 'admin');
      return c.json(state());
    })
    .post('/api/admin/backup', (c) => {
      const actor = requireRole(c, 'admin');
      inTransaction(db, (tx) => {
        if (openJob(tx, 'backup')) return;
        enqueueJob(tx, { kind: 'backup', subject: '', now: now() });
        const entry = { action: 'make-backup', entity: 'backup' } as const;
        recordAudit(tx, { actor, now: now() }, entry);
      });
      return c.json(state());
    })
    .post(BACKUP_DOWNLOAD_PATH, async (c) => {
      await prepare(c);
      return c.body(null, 204);
    })
    .get(BACKUP_DOWNLOAD_PATH, async (c) => {
      const { actor, name, at, files } = await prepare(c);
      c.header('Content-Type', 'application/x-tar');
      c.header('Content-Disposition', `attachment; filename="${name}.tar"`);
      c.header('Content-Length', String(archiveBytes(files)));
      if (c.req.method === 'HEAD') return c.body(null);
      const entry = { action: 'download-backup', entity: 'backup', summary: name } as const;
      recordAudit(db, { actor, now: now() }, entry);
      const archive = archiveOf(files, new Date(at), (error) =>
        log.error({ err: error, name }, 'the download of a backup was cut off'),
      );
      return c.body(archive);
    });
}
