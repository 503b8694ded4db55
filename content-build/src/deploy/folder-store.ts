/** A plain folder, such as a mounted share: files get their names by a rename, whole or not at all. */
import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncPath } from '../durable-file.ts';
import type { DeployFile } from './deploy-target.ts';
import type { FileStore } from './in-place-target.ts';

const TEMPORARY = '.veldlicht-tmp';

/** Null for what is not there; everything else that goes wrong is thrown. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

export function folderStore(root: string): FileStore {
  const at = (name: string) => path.join(root, ...name.split('/'));

  async function place(name: string, fill: (temporary: string) => Promise<void>): Promise<void> {
    const file = at(name);
    const temporary = `${file}${TEMPORARY}`;
    await mkdir(path.dirname(file), { recursive: true });
    await fill(temporary);
    await syncPath(temporary);
    await rename(temporary, file);
  }

  async function* list(folder = ''): AsyncIterable<string> {
    const entries = await unlessMissing(readdir(path.join(root, folder), { withFileTypes: true }));
    for (const entry of entries ?? []) {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) yield* list(name);
      // What a copy that was cut off left behind goes on the way.
      else if (name.endsWith(TEMPORARY)) await rm(at(name), { force: true });
      else if (entry.isFile()) yield name;
    }
  }

  return {
    naming: 'file',
    hasVariants: true,
    read: (name) => unlessMissing(readFile(at(name), 'utf8')),
    write: (name, text) => place(name, (temporary) => writeFile(temporary, text)),
    put: async (file: DeployFile) => {
      const local = await file.fetch();
      try {
        await place(file.name, (temporary) => copyFile(local.path, temporary));
      } finally {
        await local.release();
      }
    },
    remove: async (name) => {
      await rm(at(name), { force: true });
      // The folder of a picture goes with its last file; one that holds others stays.
      await rmdir(path.dirname(at(name))).catch(() => undefined);
    },
    list: () => list(),
    inspect: async () => void (await mkdir(root, { recursive: true })),
  };
}
