/** `npm run restore [backup]`: puts a backup back, the newest unless one is named. `--list` names them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readEnvironment } from '@veldlicht/contract/environment';
import { explain } from '@veldlicht/contract/terminal-error';
import { BackupError } from '@veldlicht/database/backup/backup-files';
import { type FoundBackup, listBackups } from '@veldlicht/database/backup/list-backups';
import { countFiles } from '@veldlicht/database/backup/read-backup';
import { restoreBackup } from '@veldlicht/database/backup/restore-backup';
import { DatabaseError } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';

/** The folder of the backup that is meant: a path, a name, or nothing for the newest. */
function placeOf(asked: string | undefined, all: FoundBackup[], backupDir: string): string {
  if (asked === undefined) {
    const [newest] = all;
    if (newest) return newest.place;
    throw new BackupError(`There is no backup in ${path.resolve(backupDir)}.`);
  }
  const named = all.find(({ name }) => name === asked)?.place;
  const place = named ?? path.resolve(asked);
  if (existsSync(path.join(place, 'backup.json'))) return place;
  throw new BackupError(`${asked} is no backup. npm run restore -- --list names them.`);
}

async function run([asked]: string[]): Promise<void> {
  const { dataDir, backupDir } = readEnvironment(process.env);
  const all = listBackups(backupDir);
  if (asked === '--list') {
    for (const { name } of all) console.log(name);
    return;
  }
  const place = placeOf(asked, all, backupDir);
  console.log(`Checking ${place} …`);
  const folder = dataFolder(dataDir);
  const { manifest, asideIn } = await restoreBackup({ folder, place, now: Date.now() });
  console.log(`Restored what was there on ${new Date(manifest.createdAt).toISOString()}.`);
  if (asideIn) console.log(`What was there until now is in ${asideIn}.`);
  const { inBucket, missing } = countFiles(manifest);
  if (inBucket > 0)
    console.log(`${inBucket} originals are in the bucket; the backup has their list only.`);
  if (missing > 0) console.log(`${missing} files were missing when it was made.`);
  console.log('Everybody signs in anew. npm start publishes the site from it.');
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isRefused = error instanceof BackupError || error instanceof DatabaseError;
  console.error((isRefused ? 'Nothing was restored. ' : '') + explain(error));
  process.exitCode = 1;
}
