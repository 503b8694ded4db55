/** `npm run restore [backup]`: restores a backup, by default the newest. `--list` lists them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readEnvironment } from '@veldlicht/contract/environment';
import { explain } from '@veldlicht/contract/terminal-error';
import { BackupError, countFiles } from '@veldlicht/database/backup/backup-folder';
import { type FoundBackup, listBackups } from '@veldlicht/database/backup/backup-moments';
import { restoreBackup } from '@veldlicht/database/backup/restore-backup';
import type { Way } from '@veldlicht/database/backup/revocations';
import { DatabaseError } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';

/** Name of a backup, with a warning when it is dated in the future. */
const describe = ({ name, isFuture }: FoundBackup) =>
  isFuture
    ? `${name}   dated in the future: its clock was wrong, or the one of this machine is`
    : name;

/** Folder of a backup by path or name, or of the newest. */
function placeOf(asked: string | undefined, all: FoundBackup[], backupDir: string): string {
  if (asked !== undefined) {
    const place = all.find(({ name }) => name === asked)?.place ?? path.resolve(asked);
    if (existsSync(path.join(place, 'backup.json'))) return place;
    throw new BackupError(`${asked} is no backup. npm run restore -- --list names them.`);
  }
  const [newest, ...others] = all;
  if (!newest) throw new BackupError(`There is no backup in ${path.resolve(backupDir)}.`);
  console.log(`The newest is ${describe(newest)}.`);
  for (const each of others)
    if (each.isFuture) console.log(`Not taken for the newest: ${describe(each)}.`);
  return newest.place;
}

const kinds = { key: 'upload key ', passkey: 'passkey ', user: '' };

/** Prints a sentence about keys, passkeys and accounts, if there are any. */
function tell(sentence: string, ways: Way[], advice = ''): void {
  const names = ways.map(({ kind, name }) => kinds[kind] + name).join('; ');
  if (ways.length > 0) console.log(`${sentence}: ${names}.${advice}`);
}

async function run([asked]: string[]): Promise<void> {
  const { dataDir, backupDir } = readEnvironment(process.env);
  const all = listBackups(backupDir, Date.now());
  if (asked === '--list') {
    for (const each of all) console.log(describe(each));
    return;
  }
  const place = placeOf(asked, all, backupDir);
  console.log(`Checking ${place} …`);
  const options = { folder: dataFolder(dataDir), place, now: Date.now() };
  const { manifest, asideIn, revocations } = await restoreBackup(options);
  console.log(`Restored what was there on ${new Date(manifest.createdAt).toISOString()}.`);
  if (asideIn) console.log(`What was there until now is in ${asideIn}.`);
  const { inBucket, missing } = countFiles(manifest);
  if (inBucket > 0)
    console.log(`${inBucket} originals are in the bucket; the backup has their list only.`);
  if (missing > 0) console.log(`${missing} files were missing when it was made.`);
  const { kept, accounts, unknown } = revocations;
  tell('Revoked since, and still revoked', kept);
  const back = 'Deactivated, demoted or deleted since, and active again as they were';
  tell(back, accounts, ' Look at them under Users.');
  tell(
    'Valid again, and nobody can tell whether they were revoked since',
    unknown,
    ' Their owners revoke them under My account; npm run user -- reset-2fa NAME takes all passkeys of an account away.',
  );
  console.log('Everybody signs in again. npm start publishes the site from it.');
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isRefused = error instanceof BackupError || error instanceof DatabaseError;
  console.error((isRefused ? 'Nothing was restored. ' : '') + explain(error));
  process.exitCode = 1;
}
