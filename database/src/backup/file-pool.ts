/**
 * The bytes of originals and renditions, each once however many backups hold it: files/<aa>/<sha256>
 * beside the backups. On the disk of the data folder they are hard links and take no room.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { sha256OfFile } from '../storage/sha256-of-file.ts';
import { syncPath } from '../storage/sync-path.ts';
import { linkOrCopy, namesIn, sizeOf } from './backup-files.ts';

export interface FilePool {
  pathOf: (sha256: string) => string;
  /** Whether it is there with this many bytes. */
  has: (sha256: string, bytes: number) => Promise<boolean>;
  /** Whether it is there and still what its name says. */
  isIntact: (sha256: string) => Promise<boolean>;
  /** Takes in a file whose hash this is. */
  add: (file: string, sha256: string) => Promise<void>;
  /** Waits until all that was added is on disk. */
  flush: () => Promise<void>;
  /** Removes all but these; answers how many went. */
  keepOnly: (sums: Set<string>) => Promise<number>;
}

/** The pool of a folder of backups. */
export function filePool(backupDir: string): FilePool {
  const root = path.join(backupDir, 'files');
  const pathOf = (sum: string) => path.join(root, sum.slice(0, 2), sum);
  const touched = new Set<string>();
  return {
    pathOf,
    has: async (sum, bytes) => (await sizeOf(pathOf(sum))) === bytes,
    isIntact: async (sum) =>
      (await sizeOf(pathOf(sum))) !== null && (await sha256OfFile(pathOf(sum))) === sum,
    add: async (file, sum) => {
      const place = pathOf(sum);
      const folder = path.dirname(place);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Two lanes may bring the same bytes.
      const temporary = `${place}.${randomBytes(4).toString('hex')}.tmp`;
      await linkOrCopy(file, temporary, 0o600);
      // Of two names of one file a rename would do nothing and leave both.
      await rm(place, { force: true });
      await rename(temporary, place);
      touched.add(folder);
    },
    flush: async () => {
      for (const folder of touched) await syncPath(folder);
      if (touched.size > 0) await syncPath(root);
      touched.clear();
    },
    keepOnly: async (sums) => {
      let removed = 0;
      for (const shelf of await namesIn(root))
        for (const name of await namesIn(path.join(root, shelf))) {
          if (sums.has(name)) continue;
          await rm(path.join(root, shelf, name), { force: true });
          removed++;
        }
      return removed;
    },
  };
}
