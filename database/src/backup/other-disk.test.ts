/** What is copied to another disk is on it, bytes and names, before anything relies on it (fault F14). */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BackupWorld, createBackupWorld } from '../testing/backup-world.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const disk = vi.hoisted(() => ({
  /** What is on disk, whatever it is called later: renaming keeps the inode. */
  inodes: new Set<number>(),
  backups: '',
  beforeOpen: (_file: string) => {},
  beforeRemoval: (_place: string) => {},
}));
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  const otherDisk = () => Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
  const rename: typeof real.rename = async (from, to) => {
    const isOver = [from, to].map((each) => String(each).startsWith(disk.backups));
    if (isOver[0] !== isOver[1]) throw otherDisk();
    await real.rename(from, to);
  };
  const rm: typeof real.rm = async (place, options) => {
    disk.beforeRemoval(String(place));
    await real.rm(place, options);
  };
  return { ...real, rename, rm, link: () => Promise.reject(otherDisk()) };
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
  disk.backups = world.backupDir;
});
afterEach(() => {
  disk.beforeOpen = disk.beforeRemoval = () => {};
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

it('flushes every file of a backup before the manifest names it', async () => {
  world.addItem('reiger');
  const looks: string[][] = [];
  disk.beforeOpen = (file) => {
    if (file.endsWith('backup.json')) looks.push(notOnDisk(path.join(world.backupDir, 'files')));
  };
  await backUp();
  expect(looks).toEqual([[]]);
});

it('flushes what a restore lays aside before it goes from the data folder', async () => {
  const { place } = await backUp();
  world.addItem('ijsvogel');
  world.db.$client.close();
  const aside = path.join(world.backupDir, 'before-restore-20260601T010000Z');
  const looks: Record<string, string[]> = {};
  disk.beforeRemoval = (from) => {
    const name = path.relative(world.folder.root, from);
    if (existsSync(path.join(aside, name))) looks[name] = notOnDisk(aside);
  };
  await restoreBackup({ folder: world.folder, place, now: NOW + 86_400_000 });
  expect(Object.keys(looks)).toEqual([
    'veldlicht.db',
    'secrets',
    expect.stringContaining('originals/'),
  ]);
  expect(Object.values(looks).flat()).toEqual([]);
  expect(disk.inodes.has(statSync(world.backupDir).ino)).toBe(true);
});
