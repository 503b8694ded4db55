/** The night's backup as the worker makes it: the real program on a real data folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readBackupStatus, writeBackupStatus } from '@veldlicht/database/backup/backup-status';
import { listBackups } from '@veldlicht/database/backup/list-backups';
import { claimJob, enqueueJob, getJob } from '@veldlicht/database/jobs';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWorld, type World } from '../testing/world.ts';
import { runBackupJob, startNightlyBackup } from './nightly-backup.ts';

const log = pino({ level: 'silent' });
let world: World;
let backups: ReturnType<typeof startNightlyBackup> | undefined;
beforeEach(async () => {
  world = await createWorld();
  vi.stubEnv('DATA_DIR', world.folder.root);
  vi.stubEnv('BACKUP_DIR', '');
  vi.stubEnv('NODE_OPTIONS', '');
});
afterEach(async () => {
  await backups?.stop();
  vi.unstubAllEnvs();
  world.remove();
});

const start = () => {
  const pace = { firstLookMs: 0, lookEveryMs: 20 };
  backups = startNightlyBackup({ folder: world.folder, now: Date.now, log, ...pace });
};
const status = () => readBackupStatus(world.folder);

it('makes up for a night that was missed, once', async () => {
  world.addItem();
  start();
  const patience = { timeout: 60_000 };
  await vi.waitFor(() => expect(status().success).not.toBeNull(), patience);
  expect(listBackups(world.folder.backups, Date.now()).map(({ name }) => name)).toEqual([
    status().success?.name,
  ]);
  await backups?.stop();
  const before = status();
  // Nothing is due: looking again makes no second one.
  start();
  await new Promise((resolve) => setTimeout(resolve, 200));
  await backups?.stop();
  expect(status()).toEqual(before);
});

it('writes down a failure, keeps what was there, and rests before it tries again', async () => {
  const success = { at: 1, name: 'veldlicht-19700101T000000Z', missing: 0, inBucket: 0 };
  await writeBackupStatus(world.folder, { success, failure: null });
  // A file stands where the folder should be.
  mkdirSync(world.folder.root, { recursive: true });
  const blocked = path.join(world.folder.root, 'blocked');
  writeFileSync(blocked, '');
  vi.stubEnv('BACKUP_DIR', path.join(blocked, 'backups'));
  start();
  await vi.waitFor(() => expect(status().failure).not.toBeNull(), { timeout: 60_000 });
  const first = status();
  expect(first).toMatchObject({ success, failure: { problem: 'unreachable' } });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(status()).toEqual(first);
});

it('makes one when it is asked, says how far it is, and is done with it', async () => {
  for (let i = 0; i < 8; i++) world.addItem();
  backups = startNightlyBackup({ folder: world.folder, now: Date.now, log });
  enqueueJob(world.db, { kind: 'backup', subject: '', now: 1 });
  const job = claimJob(world.db, ['backup'], 1);
  if (!job) throw new Error('no job');
  const told: number[] = [];
  const heard = {
    ...backups,
    make: (onProgress: (percent: number) => void) =>
      backups?.make((percent) => {
        told.push(percent);
        onProgress(percent);
      }) ?? Promise.resolve(false),
  };
  await runBackupJob({ db: world.db, backups: heard, now: Date.now }, job);
  expect(status().success?.bytes).toBeGreaterThan(0);
  expect(told.at(-1)).toBe(100);
  expect(told.length).toBeGreaterThan(1);
  expect(getJob(world.db, job.id)?.state).toBe('done');
});

it('leaves one that is stopped to the next start', async () => {
  backups = startNightlyBackup({ folder: world.folder, now: Date.now, log });
  const id = enqueueJob(world.db, { kind: 'backup', subject: '', now: 1 });
  const job = claimJob(world.db, ['backup'], 1);
  if (!job) throw new Error('no job');
  const ended = runBackupJob({ db: world.db, backups, now: Date.now }, job);
  await backups.stop();
  await ended;
  expect(getJob(world.db, id)?.state).toBe('running');
  expect(listBackups(world.folder.backups, Date.now())).toEqual([]);
});
