/** `npm run backup`: makes a backup, whether the product runs or not. */
import { setPriority } from 'node:os';
import { readEnvironment } from '@veldlicht/contract/environment';
import { explain } from '@veldlicht/contract/terminal-error';
import { countFiles } from '@veldlicht/database/backup/backup-folder';
import { createBackup } from '@veldlicht/database/backup/create-backup';
import { dataFolder } from '@veldlicht/database/data-folder';
import { isDiskFull } from '@veldlicht/database/system-errors';

let told = 0;
try {
  const { dataDir, backupDir, storage } = readEnvironment(process.env);
  // Lowest priority, after site and panel.
  setPriority(19);
  const made = await createBackup({
    folder: dataFolder(dataDir),
    backupDir,
    storage: storage.kind,
    now: Date.now(),
    // Reports to the worker if that started it.
    onProgress: (done, total) => {
      if (!process.connected) return;
      const percent = Math.floor((100 * done) / total);
      if (percent > told) process.send?.({ percent });
      told = Math.max(told, percent);
    },
  });
  const { stored, bytes, inBucket, missing } = countFiles(made.manifest);
  console.log(`${made.place}`);
  console.log(
    `Restored as a test. ${stored} originals and renditions, ${Math.ceil(bytes / 2 ** 20)} MiB.`,
  );
  if (inBucket > 0)
    console.log(
      `${inBucket} originals are in the bucket and not in this backup: it has their list.`,
    );
  if (missing > 0) console.log(`${missing} files are damaged or missing in the data folder.`);
  for (const name of made.removed) console.log(`Removed ${name}: its time is over.`);
} catch (error) {
  const why = isDiskFull(error) ? 'There is not enough room for a backup.' : explain(error);
  console.error(`There is no new backup. ${why}`);
  process.exitCode = 1;
}
