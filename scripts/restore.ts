/** `npm run restore [backup]`: puts a backup back, the newest unless one is named. `--list` names them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readEnvironment } from '@veldlicht/contract/environment';
import { explain } from '@veldlicht/contract/terminal-error';
import { BackupError } from '@veldlicht/database/backup/backup-files';
import { type FoundBackup, listBackups } from '@veldlicht/database/backup/list-backups';
import { countFiles } from '@veldlicht/database/backup/read-backup';
import { restoreBackup } from '@veldlicht/database/backup/restore-backup';
import type { Revocations, Way } from '@veldlicht/database/backup/revocations';
import { DatabaseError } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';

const FUTURE = 'dated in the future: its clock was wrong, or the one of this machine is';

/** The folder of the newest one, and a word on those that may be newer. Throws `BackupError` when there is none. */
function newestOf(all: FoundBackup[], backupDir: string): string {
  const [newest] = all;
  if (!newest) throw new BackupError(`There is no backup in ${path.resolve(backupDir)}.`);
  for (const { name, place, isFuture } of all)
    if (isFuture && place !== newest.place)
      console.log(`Not taken for the newest: ${name}, ${FUTURE}.`);
  if (newest.isFuture) console.log(`The newest there is, ${newest.name}, is ${FUTURE}.`);
  return newest.place;
}

/** The folder of the backup that is meant: a path, a name, or nothing for the newest. */
function placeOf(asked: string | undefined, all: FoundBackup[], backupDir: string): string {
  if (asked === undefined) return newestOf(all, backupDir);
  const named = all.find(({ name }) => name === asked)?.place;
  const place = named ?? path.resolve(asked);
  if (existsSync(path.join(place, 'backup.json'))) return place;
  throw new BackupError(`${asked} is no backup. npm run restore -- --list names them.`);
}

const kinds = { key: 'upload key ', passkey: 'passkey ', user: '' };
const listed = (ways: Way[]) => ways.map(({ kind, name }) => kinds[kind] + name).join('; ');

/** What was revoked since the backup, and what may have been. */
function tellRevocations({ kept, accounts, unknown }: Revocations): void {
  if (kept.length > 0) console.log(`Revoked since, and still revoked: ${listed(kept)}.`);
  if (accounts.length > 0)
    console.log(
      `Deactivated, demoted or deleted since, and active again as they were: ${listed(accounts)}. Look at them under Users.`,
    );
  if (unknown.length > 0)
    console.log(
      `Valid again, and nobody can tell whether they were revoked since: ${listed(unknown)}. Their owners revoke them under My account; npm run user -- reset-2fa NAME takes all passkeys of an account away.`,
    );
}

async function run([asked]: string[]): Promise<void> {
  const { dataDir, backupDir } = readEnvironment(process.env);
  const all = listBackups(backupDir, Date.now());
  if (asked === '--list') {
    for (const { name, isFuture } of all) console.log(isFuture ? `${name}   ${FUTURE}` : name);
    return;
  }
  const place = placeOf(asked, all, backupDir);
  console.log(`Checking ${place} …`);
  const folder = dataFolder(dataDir);
  const { manifest, asideIn, revocations } = await restoreBackup({
    folder,
    place,
    now: Date.now(),
  });
  console.log(`Restored what was there on ${new Date(manifest.createdAt).toISOString()}.`);
  if (asideIn) console.log(`What was there until now is in ${asideIn}.`);
  const { inBucket, missing } = countFiles(manifest);
  if (inBucket > 0)
    console.log(`${inBucket} originals are in the bucket; the backup has their list only.`);
  if (missing > 0) console.log(`${missing} files were missing when it was made.`);
  tellRevocations(revocations);
  console.log('Everybody signs in anew. npm start publishes the site from it.');
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isRefused = error instanceof BackupError || error instanceof DatabaseError;
  console.error((isRefused ? 'Nothing was restored. ' : '') + explain(error));
  process.exitCode = 1;
}
