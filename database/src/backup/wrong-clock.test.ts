/** Backups of a clock that was wrong (fault F11). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BackupWorld, createBackupWorld } from '../testing/backup-world.ts';
import { listBackups } from './backup-moments.ts';
import { createBackup } from './create-backup.ts';

const NOW = Date.UTC(2026, 4, 31, 1);
const DAY = 24 * 3_600_000;

let world: BackupWorld;
beforeEach(async () => {
  world = await createBackupWorld();
});
afterEach(() => world.remove());

const backUp = (now: number) =>
  createBackup({ folder: world.folder, backupDir: world.backupDir, storage: 'disk', now });

describe('a clock', () => {
  it('that was a year ahead makes no backup the newest; it pushes none out, and does not stay for ever', async () => {
    world.addItem('reiger');
    for (let night = 0; night < 7; night++) await backUp(NOW + night * DAY);
    const future: string[] = [];
    for (const ahead of [400, 401]) future.push((await backUp(NOW + ahead * DAY)).name);
    const found = (now: number) => listBackups(world.backupDir, now);
    const names = (now: number) => found(now).map(({ name }) => name);
    const before = names(NOW + 7 * DAY);
    const { name: next, removed } = await backUp(NOW + 7 * DAY);
    expect(removed).toEqual([]);
    expect(names(NOW + 7 * DAY)).toEqual([next, ...before]);
    expect(before.slice(-2)).toEqual(future.toReversed());
    expect(found(NOW + 7 * DAY).filter((one) => one.isFuture)).toHaveLength(2);
    let gone: string[] = [];
    for (let night = 8; night <= 35; night++) {
      expect(gone.filter((name) => future.includes(name))).toEqual([]);
      gone = [...gone, ...(await backUp(NOW + night * DAY)).removed];
    }
    expect(gone).toEqual(expect.arrayContaining(future));
    expect(names(NOW + 35 * DAY).length).toBeGreaterThanOrEqual(10);
  });

  it('that fell back removes none of the others for four weeks, and makes the newest', async () => {
    world.addItem('reiger');
    const real: string[] = [];
    for (let night = 0; night < 7; night++) real.push((await backUp(NOW + night * DAY)).name);
    const past = Date.UTC(2020, 0, 1, 2);
    let gone: string[] = [];
    for (let night = 0; night < 28; night++)
      gone = [...gone, ...(await backUp(past + night * DAY)).removed];
    expect(gone.filter((name) => real.includes(name))).toEqual([]);
    // Of what is there, the newest is the one that was made last.
    const [newest] = listBackups(world.backupDir, past + 27 * DAY);
    expect(newest?.at).toBe(past + 27 * DAY);
  });
});
