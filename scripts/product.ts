/** Runs the product on a data folder: API and worker, or the API alone while the database can't be used. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Environment } from '@veldlicht/contract/environment';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { applyRulesToStored } from '@veldlicht/database/apply-rules';
import { listBackups } from '@veldlicht/database/backup/backup-moments';
import { checkDatabase } from '@veldlicht/database/check-database';
import { DatabaseError } from '@veldlicht/database/connection';
import { type DataFolder, dataFolder } from '@veldlicht/database/data-folder';
import { takeLock } from '@veldlicht/database/lock';
import { migrateDatabase } from '@veldlicht/database/migrate';
import { systemCode } from '@veldlicht/database/system-errors';
import { programs } from './programs.ts';
import { DAMAGED, type Ready, supervise } from './supervisor.ts';

/** Exit code of a start with a read-only data folder. */
const READ_ONLY_CODE = 4;
const HEALTHY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 1000;

/** An expected error of a start. */
export class StartError extends TerminalError {
  override name = 'StartError';
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Creates the data folder if needed. Throws `StartError` when it, or an entry of it, is not writable. */
export function requireWritable(root: string): void {
  let place = root;
  while (!existsSync(place)) place = path.dirname(place);
  try {
    accessSync(place, constants.W_OK);
    mkdirSync(root, { recursive: true, mode: 0o700 });
    for (place of readdirSync(root).map((name) => path.join(root, name)))
      if (existsSync(place)) accessSync(place, constants.W_OK);
  } catch (error) {
    const code = systemCode(error);
    const why =
      code === 'EROFS'
        ? 'its disk is mounted read-only. Mount it for writing'
        : `the user that runs this may not write there. Give the folder to that user`;
    throw new StartError(
      `The data folder can’t be written: ${place} (${code}): ${why}, then start again.`,
      READ_ONLY_CODE,
    );
  }
}

export interface Product extends Required<Pick<Ready, 'url'>>, Pick<Ready, 'owner'> {
  /** Resolves when a program finds the database damaged. */
  damaged: Promise<void>;
  stop: () => Promise<void>;
}

async function untilHealthy(url: string): Promise<void> {
  const deadline = Date.now() + HEALTHY_WITHIN_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok) return;
    await setTimeout(50);
  }
  throw new StartError('The site could not be published; the lines above say why.');
}

/** Rejects when a program exits before it is ready. */
async function failure(failed: Promise<number>, what: string): Promise<never> {
  if ((await failed) === DAMAGED) throw new DatabaseError('The database can’t be used.');
  throw new StartError(`${what}; the lines above say why.`);
}

/**
 * Migrates, then runs the product until `stop`. Throws `StartError` or `DatabaseError`, and leaves nothing running.
 */
export async function startProduct(environment: Environment): Promise<Product> {
  const folder = dataFolder(environment.dataDir);
  requireWritable(folder.root);
  const lock = takeLock(folder.instanceLock);
  if (!lock) throw new StartError(`Veldlicht already runs on ${folder.root}.`);
  const running: ReturnType<typeof supervise>[] = [];
  const stop = async () => {
    await Promise.all(running.map((program) => program.stop()));
    lock.release();
  };
  try {
    checkDatabase(folder);
    await migrateDatabase(folder.database, { backupFolder: folder.backups, now: Date.now() });
    applyRulesToStored(folder.database, Date.now());
    const variables = {
      NODE_ENV: 'production',
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    };
    const api = supervise(programs.api, variables);
    const worker = supervise(programs.worker, variables);
    running.push(api, worker);
    const begun = async (): Promise<Product> => {
      const { url = '', owner } = await api.ready;
      await untilHealthy(url);
      return { url, owner, damaged: Promise.race([api.damaged, worker.damaged]), stop };
    };
    return await Promise.race([
      failure(api.failed, 'The admin could not be started'),
      failure(worker.failed, 'The site could not be published'),
      begun(),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Changes when the database is replaced or a restore ends. */
function fingerprint({ database, restoreMark }: DataFolder): string {
  const facts = statSync(database, { throwIfNoEntry: false });
  return [facts?.ino, facts?.size, facts?.mtimeMs, existsSync(restoreMark)].join(' ');
}

/** Whether the data folder is not locked. */
function isFree({ instanceLock }: DataFolder): boolean {
  const lock = takeLock(instanceLock);
  lock?.release();
  return lock !== null;
}

function explain(error: DatabaseError, newest: string | undefined): string {
  const stays = 'Published pages stay up; the admin is closed and says why.';
  // A restore would also refuse a backup of such a version.
  if (error.fault === 'unreleased') return `${error.message}\n${stays}`;
  const backup = newest
    ? `The newest backup is ${newest}; it was restored as a test. To go back to it: npm run restore`
    : 'There is no backup in the folder for backups.';
  return `${error.message}\n${stays}\n${backup}`;
}

/**
 * Runs the API alone, which reports the fault. `repaired` resolves once the database is replaced and unlocked. It
 * rejects when the API can't run, and leaves nothing running.
 */
export function startClosed(
  environment: Environment,
  error: DatabaseError,
): { repaired: Promise<void>; stop: () => Promise<void> } {
  const folder = dataFolder(environment.dataDir);
  const [newest] = listBackups(environment.backupDir, Date.now());
  console.error(explain(error, newest?.name));
  const facts = JSON.stringify({ fault: error.fault, newestBackup: newest?.at ?? null });
  const before = fingerprint(folder);
  const api = supervise({ ...programs.api, args: [facts] }, { NODE_ENV: 'production' });
  const repaired = async () => {
    while (fingerprint(folder) === before || !isFree(folder)) await setTimeout(LOOK_EVERY_MS);
  };
  const ended = Promise.race([failure(api.failed, 'The admin could not be started'), repaired()]);
  return { repaired: ended.finally(api.stop), stop: api.stop };
}
