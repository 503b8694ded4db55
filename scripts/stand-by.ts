/** What runs while the database can't be used: the site, the reason at /admin, and an eye on a repair. */
import { existsSync, statSync } from 'node:fs';
import type { Environment } from '@veldlicht/contract/environment';
import { listBackups } from '@veldlicht/database/backup/list-backups';
import type { DatabaseError } from '@veldlicht/database/connection';
import { type DataFolder, dataFolder } from '@veldlicht/database/data-folder';
import { takeLock } from '@veldlicht/database/lock';
import { programs } from './programs.ts';
import { StartError, supervise } from './supervisor.ts';

const LOOK_EVERY_MS = 1000;

/** Changes when somebody puts another database in place, or ends a restore. */
function fingerprint({ database, restoreMark }: DataFolder): string {
  const facts = statSync(database, { throwIfNoEntry: false });
  return [facts?.ino, facts?.size, facts?.mtimeMs, existsSync(restoreMark)].join(' ');
}

/** Whether nobody works on the data folder. */
function isFree({ instanceLock }: DataFolder): boolean {
  const lock = takeLock(instanceLock);
  lock?.release();
  return lock !== null;
}

function explain(error: DatabaseError, newest: string | undefined): string {
  const stays = 'The site stays up as it was last published; the admin is closed and says why.';
  // A backup of such a version is refused as well.
  if (error.fault === 'unreleased') return `${error.message}\n${stays}`;
  const backup = newest
    ? `The newest backup is ${newest}; it was restored as a test. To go back to it: npm run restore`
    : 'There is no backup in the folder for backups.';
  return `${error.message}\n${stays}\n${backup}`;
}

/**
 * `repaired` resolves once another database is in place and nobody works on it; what served is stopped
 * then. It rejects when the port can't be had.
 */
export function standBy(
  environment: Environment,
  error: DatabaseError,
): { repaired: Promise<void>; stop: () => Promise<void> } {
  const folder = dataFolder(environment.dataDir);
  const [newest] = listBackups(environment.backupDir, Date.now());
  console.error(explain(error, newest?.name));
  const facts = JSON.stringify({ fault: error.fault, newestBackup: newest?.at ?? null });
  const before = fingerprint(folder);
  const program = supervise({ ...programs.standby, args: [facts] }, { NODE_ENV: 'production' });
  let timer: NodeJS.Timeout | undefined;
  const changed = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      if (fingerprint(folder) !== before && isFree(folder)) resolve();
    }, LOOK_EVERY_MS);
  });
  const failed = program.failed.then(() => {
    throw new StartError('The site could not be served; the lines above say why.');
  });
  const stop = async () => {
    clearInterval(timer);
    await program.stop();
  };
  return { repaired: Promise.race([changed, failed]).finally(stop), stop };
}
