/** Copies a data folder at a moment, as a kill leaves it, and opens it as a new process does. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DataFolder, dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { createPublicLists } from '@veldlicht/database/public/public-lists';
import { openProjection } from '../publish/projection.ts';
import { createPublisher, type PublisherDeps, resumeLists } from '../publish/publish.ts';
import { markTouched } from '../routes/routes.ts';

/** Copies a folder as a process that dies now leaves it: without WAL shared memory. Links the renditions. */
export function copyOf({ root, renditions }: DataFolder): DataFolder {
  const copy = dataFolder(mkdtempSync(path.join(tmpdir(), 'veldlicht-cut-')));
  cpSync(root, copy.root, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => file !== renditions && !file.endsWith('-shm'),
  });
  symlinkSync(renditions, copy.renditions);
  return copy;
}

/** Opens everything as after a restart. */
export function openSite(
  folder: DataFolder,
  origin: string,
  change: Pick<PublisherDeps, 'site' | 'now'> & Partial<PublisherDeps>,
) {
  const db = openDatabase(folder.database);
  const projection = openProjection(folder, origin, markTouched);
  const lists = createPublicLists({ folder: folder.publicLists, onError: () => {} });
  resumeLists(lists, projection.open());
  // Copying at each step takes longer than `LESS_MS`.
  const lessMs = 60_000;
  const deps: PublisherDeps = { db, folder, projection, lists, lessMs, ...change };
  const publisher = createPublisher(deps);
  async function close(): Promise<void> {
    await lists.stop();
    projection.close();
    db.$client.close();
  }
  return { ...deps, publisher, close };
}

export function removeCopy({ root }: DataFolder): void {
  rmSync(root, { recursive: true, force: true });
}
