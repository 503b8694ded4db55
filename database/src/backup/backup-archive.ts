/** What a backup is made of, as one list of files: packed and unpacked anywhere, it is a backup again. */
import path from 'node:path';
import { mapLimited } from '../map-limited.ts';
import { BackupError, FILES_AT_ONCE, filePool, sizeOf } from './backup-files.ts';
import type { FoundBackup } from './list-backups.ts';
import { isStored, namesOfBackup, readManifest } from './read-backup.ts';

export interface ArchivedFile {
  /** As it is called in the archive. */
  name: string;
  file: string;
  bytes: number;
}

/**
 * The files of a backup, and the stored ones that it names, each once, as they stand beside each other in a
 * folder of backups. Throws `BackupError` when one is missing.
 */
export async function filesOfBackup({ name, place }: FoundBackup): Promise<ArchivedFile[]> {
  const folder = path.dirname(place);
  const [own, { files }] = await Promise.all([namesOfBackup(place), readManifest(place)]);
  const pool = filePool(folder);
  const sums = new Set(files.filter(isStored).map(({ content }) => content));
  const all = [...own.map((each) => path.join(place, each)), ...[...sums].map(pool.pathOf)];
  return mapLimited(all, FILES_AT_ONCE, async (file) => {
    const bytes = await sizeOf(file);
    if (bytes === null) throw new BackupError(`${name} is not whole: ${file} is missing.`);
    return { name: path.relative(folder, file), file, bytes };
  });
}
