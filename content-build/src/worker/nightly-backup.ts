/** Makes a backup each night at three and on request, in a process of its own: copying and hashing take long. */
import { fork } from 'node:child_process';
import path from 'node:path';
import { backupProgress } from '@veldlicht/contract/backup';
import { isBackupDue } from '@veldlicht/database/backup/backup-moments';
import { readBackupStatus } from '@veldlicht/database/backup/backup-status';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { enqueueJob, finishJob, type Job, noteProgress } from '@veldlicht/database/jobs';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import type { Database } from '@veldlicht/database/open';
import type { Logger } from 'pino';

const LOOK_EVERY_MS = 60_000;
/** A server that was off at three makes the backup this long after its start. */
const AFTER_START_MS = 10 * 60_000;

const program = path.join(import.meta.dirname, '../../../scripts/backup.ts');

interface Deps {
  db: Database;
  now: () => number;
  log: Logger;
  /** An interrupted backup does not count; the next start repeats it. */
  stopping: AbortSignal;
}

/** The backup status records the outcome. */
export async function runBackupJob({ db, now, log, stopping }: Deps, job: Job): Promise<void> {
  const child = fork(program, [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal: stopping,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr?.on('data', (data: Buffer) => {
    said = (said + data).slice(-2000);
  });
  child.on('message', (message) => {
    const { data } = backupProgress.safeParse(message);
    try {
      if (data) noteProgress(db, job.id, data);
    } catch (error) {
      // The disk is full: a later number is stored, or the end.
      leaveOnLostWrite(error, log);
    }
  });
  child.once('error', (error) => {
    said = error.message;
  });
  // `close` follows `error`, also when the child never started.
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (stopping.aborted) return;
  if (code === 0) log.info('backup made');
  else log.error({ reason: said.trim() }, 'no backup was made');
  finishJob(db, job.id, null, now());
}

interface Nightly extends Deps {
  folder: DataFolder;
  /** In milliseconds; tests shorten it. */
  firstLookMs?: number;
  lookEveryMs?: number;
}

/** Enqueues a backup each night until the worker ends. */
export function startNightlyBackup(deps: Nightly): void {
  const { db, folder, now, log, stopping } = deps;
  const { firstLookMs = AFTER_START_MS, lookEveryMs = LOOK_EVERY_MS } = deps;
  const look = () => {
    if (stopping.aborted) return;
    try {
      if (isBackupDue(readBackupStatus(folder), now()))
        enqueueJob(db, { kind: 'backup', subject: '', now: now() });
    } catch (error) {
      leaveOnLostWrite(error, log);
      log.error({ err: error }, 'no backup could be asked for');
    }
    setTimeout(look, lookEveryMs).unref();
  };
  setTimeout(look, firstLookMs).unref();
}
