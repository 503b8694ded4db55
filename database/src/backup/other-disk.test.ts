/** What is copied from disk to disk is on it, bytes and names, before anything relies on it (fault F14). */
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BackupWorld, createBackupWorld } from '../testing/backup-world.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const disk = vi.hoisted(() => ({
  /** What is on disk, whatever it is called later: renaming keeps the inode. */
  inodes: new Set<number>(),
  beforeOpen: (_file: string) => {},
  beforeRename: (_from: string) => {},
}));
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  const otherDisk = () => Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
  const rename: typeof real.rename = async (from, to) => {
    disk.beforeRename(String(from));
    await real.rename(from, to);
  };
  return { ...real, rename, link: () => Promise.reject(otherDisk()) };
});
vi.mock('../durable-file.ts', async (load) => {
  const real = await load<typeof import('../durable-file.ts')>();
  const thenOnDisk = async (place: string, work: () => Promise<void>) => {
    disk.beforeOpen(place);
    await work();
    disk.inodes.add(statSync(place).ino);
  };
  const durably: Pick<typeof real, 'syncPath' | 'writeDurably' | 'copyDurably'> = {
    syncPath: (place) => thenOnDisk(place, () => real.syncPath(place)),
    writeDurably: (file, ...rest) => thenOnDisk(file, () => real.writeDurably(file, ...rest)),
    copyDurably: (from, to, mode) => thenOnDisk(to, () => real.copyDurably(from, to, mode)),
  };
  return { ...real, ...durably };
});

let world: BackupWorld;
beforeEach(async () => {
  world = await createBackupWorld();
});
afterEach(() => {
  disk.beforeOpen = disk.beforeRename = () => {};
  world.remove();
});

const notOnDisk = (root: string) =>
  [
    root,
    ...readdirSync(root, { recursive: true }).map((name) => path.join(root, String(name))),
  ].filter((place) => !disk.inodes.has(statSync(place).ino));

const NOW = Date.UTC(2026, 4, 31, 1);
const backUp = () =>
  createBackup({ folder: world.folder, backupDir: world.backupDir, storage: 'disk', now: NOW });

it('syncs every file of a backup before the manifest lists it', async () => {
  world.addItem('reiger');
  const looks: string[][] = [];
  disk.beforeOpen = (file) => {
    // The proof that it can be restored copies it later.
    if (file.endsWith('backup.json') && looks.length === 0)
      looks.push(notOnDisk(path.join(world.backupDir, 'files')));
  };
  await backUp();
  expect(looks).toEqual([[]]);
});

it('syncs restored files before it moves the present ones', async () => {
  world.addItem('reiger');
  const { place } = await backUp();
  world.db.$client.close();
  rmSync(world.folder.originals, { recursive: true });
  const staging = path.join(world.folder.root, '.restore');
  const parts = ['veldlicht.db', 'secrets', 'originals', 'renditions'];
  const looks: string[] = [];
  disk.beforeRename = (from) => {
    if (path.dirname(from) !== world.folder.root) return;
    const waiting = notOnDisk(staging).filter((each) =>
      parts.includes(path.relative(staging, each).split(path.sep)[0] ?? ''),
    );
    looks.push(path.basename(from), ...waiting);
    disk.beforeRename = () => {};
  };
  await restoreBackup({ folder: world.folder, place, now: NOW + 86_400_000 });
  expect(looks).toEqual(['veldlicht.db']);
});
