/** Stores uploads and originals as files in the data folder. */
import { rmSync } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DataFolder } from '../data-folder.ts';
import { syncPath } from '../durable-file.ts';
import { ifMissing } from '../system-errors.ts';
import type { Borrowed, Storage, Stored } from './storage-port.ts';
import { incomingName, type StoredName } from './stored-name.ts';

/** The disk adapter of the storage port. */
export function diskStorage(folder: DataFolder): Storage {
  const pathOf = (name: StoredName) => {
    const place = name.startsWith('incoming/') ? folder.incoming : folder.originals;
    return path.join(place, path.posix.basename(name));
  };

  async function borrow(name: StoredName): Promise<Borrowed | null> {
    const file = pathOf(name);
    const found = await stat(file).catch(ifMissing(null));
    if (!found) return null;
    // No copy needed: nobody replaces a file on this disk.
    const rest = { hash: null, giveBack: async () => {} };
    return { name, file, bytes: found.size, ...rest };
  }

  async function keep(upload: Borrowed, original: StoredName): Promise<void> {
    const to = pathOf(original);
    await mkdir(folder.originals, { recursive: true, mode: 0o700 });
    const handle = await open(upload.file, 'r+');
    await handle.sync().finally(() => handle.close());
    if (upload.file !== to) await rename(upload.file, to);
    await syncPath(folder.originals);
    await syncPath(path.dirname(upload.file));
  }

  async function* listIncoming(): AsyncIterable<Stored> {
    for (const base of await readdir(folder.incoming).catch(ifMissing([]))) {
      const name = incomingName(base);
      const found = name && (await stat(pathOf(name)).catch(ifMissing(null)));
      if (name && found) yield { name, changedAt: found.mtimeMs };
    }
  }

  return {
    direct: null,
    borrow,
    keep,
    listIncoming,
    size: async (name) => (await stat(pathOf(name)).catch(ifMissing(null)))?.size ?? null,
    // Synchronous, so that it is done before the caller's next step.
    remove: async (name) => rmSync(pathOf(name), { force: true }),
  };
}
