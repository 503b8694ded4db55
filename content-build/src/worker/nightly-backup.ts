/** A backup each night at three, and when somebody asks, in a process of its own: copying and hashing must not hold the worker up. */
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { backupProgress } from '@veldlicht/contract/backup';
import { isBackupDue } from '@veldlicht/database/backup/backup-schedule';
import { readBackupStatus } from '@veldlicht/database/backup/backup-status';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { finishJob, type Job, noteProgress } from '@veldlicht/database/jobs';
import type { Database } from '@veldlicht/database/open';
import type { Logger } from 'pino';

const LOOK_EVERY_MS = 60_000;
/** A server that was off at three makes up for it, once it has found its feet. */
const AFTER_START_MS = 10 * 60_000;
/** Ended by force after this long; a backup that was cut off leaves nothing that counts. */
const STOP_WITHIN_MS = 5000;

const program = path.join(import.meta.dirname, '../../../scripts/backup.ts');

interface Options {
  folder: DataFolder;
  now: () => number;
  log: Logger;
  /** Milliseconds; shorter in tests. */
  firstLookMs?: number;
  lookEveryMs?: number;
}

export interface Backups {
  /**
   * Makes one, or waits for the one that is being made; the note about backups says how it went. Answers false
   * when it was stopped before its end.
   */
  make: (onProgress: (percent: number) => void) => Promise<boolean>;
  stop: () => Promise<void>;
}

/** A backup that somebody asked for. One that was stopped is made after the next start. */
export async function runBackupJob(
  { db, backups, now }: { db: Database; backups: Backups; now: () => number },
  job: Job,
): Promise<void> {
  const isEnded = await backups.make((percent) => noteProgress(db, job.id, { percent }));
  if (isEnded) finishJob(db, job.id, null, now());
}

/** Starts looking; `stop` resolves when no backup is being made any more. */
export function startNightlyBackup(options: Options): Backups {
  const { folder, now, log, firstLookMs = AFTER_START_MS, lookEveryMs = LOOK_EVERY_MS } = options;
  let running: ChildProcess | null = null;
  let isStopped = false;

  function run(): ChildProcess {
    const child = fork(program, [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let said = '';
    child.stderr?.on('data', (data: Buffer) => {
      said = (said + data).slice(-2000);
    });
    child.once('error', (error) => log.error({ err: error }, 'the backup could not be started'));
    child.once('close', (code) => {
      running = null;
      if (code === 0) log.info('backup made');
      else if (!isStopped) log.error({ reason: said.trim() }, 'no backup was made');
    });
    running = child;
    return child;
  }

  async function make(onProgress: (percent: number) => void): Promise<boolean> {
    if (isStopped) return false;
    const child = running ?? run();
    child.on('message', (message) => {
      const { data } = backupProgress.safeParse(message);
      if (data) onProgress(data.percent);
    });
    // Also after `error`, when it never began.
    await new Promise<void>((resolve) => child.once('close', () => resolve()));
    return !isStopped;
  }

  function look(): void {
    if (isStopped || running) return;
    const { success, failure } = readBackupStatus(folder);
    const moments = { successAt: success?.at ?? null, failureAt: failure?.at ?? null };
    if (isBackupDue(moments, now())) run();
  }

  let interval: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    look();
    interval = setInterval(look, lookEveryMs);
  }, firstLookMs);

  return {
    make,
    stop: async () => {
      isStopped = true;
      clearTimeout(first);
      clearInterval(interval);
      const child = running;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const hard = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      });
      clearTimeout(hard);
    },
  };
}
