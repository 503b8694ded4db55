/** The nightly backup with the real program and data folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listBackups } from '@veldlicht/database/backup/backup-moments';
import { readBackupStatus, writeBackupStatus } from '@veldlicht/database/backup/backup-status';
import { claimJob, enqueueJob, getJob, openJob } from '@veldlicht/database/jobs';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWorld, type World } from '../testing/world.ts';
import { runBackupJob, startNightlyBackup } from './nightly-backup.ts';

let world: World;
let ending: AbortController;
beforeEach(async () => {
  world = await createWorld();
  ending = new AbortController();
  vi.stubEnv('DATA_DIR', world.folder.root);
  vi.stubEnv('BACKUP_DIR', '');
  vi.stubEnv('NODE_OPTIONS', '');
});
afterEach(() => {
  ending.abort();
  vi.unstubAllEnvs();
  world.remove();
});

const deps = () => {
  const log = pino({ level: 'silent' });
  return { db: world.db, folder: world.folder, now: Date.now, log, stopping: ending.signal };
};
const status = () => readBackupStatus(world.folder);
const openBackup = () => openJob(world.db, 'backup');
const names = () => listBackups(world.folder.backups, Date.now()).map(({ name }) => name);
/** Runs the queued job. */
const work = (job = claimJob(world.db, ['backup'], Date.now())) => {
  if (!job) throw new Error('no job');
  return runBackupJob(deps(), job);
};
const rest = () => new Promise((resolve) => setTimeout(resolve, 100));
const asked = () => vi.waitFor(() => expect(openBackup()).toBeDefined());

it('makes one backup for missed nights', async () => {
  world.addItem();
  startNightlyBackup({ ...deps(), firstLookMs: 0, lookEveryMs: 10 });
  await asked();
  await work();
  expect(names()).toEqual([status().success?.name]);
  // Nothing is due: no second job.
  await rest();
  expect(openBackup()).toBeUndefined();
});

it('enqueues nothing in the first ten minutes, nor after the worker ends', async () => {
  startNightlyBackup(deps());
  ending.abort();
  startNightlyBackup({ ...deps(), firstLookMs: 0 });
  await rest();
  expect(openBackup()).toBeUndefined();
});

it('records a failure, keeps earlier backups, and waits before the next attempt', async () => {
  const success = { at: 1, name: 'veldlicht-19700101T000000Z', missing: 0, inBucket: 0 };
  await writeBackupStatus(world.folder, { success, failure: null });
  // A file in place of the folder.
  mkdirSync(world.folder.root, { recursive: true });
  const blocked = path.join(world.folder.root, 'blocked');
  writeFileSync(blocked, '');
  vi.stubEnv('BACKUP_DIR', path.join(blocked, 'backups'));
  startNightlyBackup({ ...deps(), firstLookMs: 0, lookEveryMs: 10 });
  await asked();
  await work();
  expect(status()).toMatchObject({ success, failure: { problem: 'unreachable' } });
  await rest();
  expect(openBackup()).toBeUndefined();
});

it('reports progress, and finishes the job', async () => {
  for (let i = 0; i < 8; i++) world.addItem();
  const id = enqueueJob(world.db, { kind: 'backup', subject: '', now: 1 });
  const results = new Set<unknown>();
  const looking = setInterval(() => results.add(openBackup()?.result), 1);
  await work();
  clearInterval(looking);
  expect(status().success?.bytes).toBeGreaterThan(0);
  expect(results).toContainEqual({ percent: expect.any(Number) });
  expect(getJob(world.db, id)?.state).toBe('done');
});

it('leaves an interrupted backup to the next start', async () => {
  const id = enqueueJob(world.db, { kind: 'backup', subject: '', now: 1 });
  const ended = work();
  ending.abort();
  await ended;
  expect(getJob(world.db, id)?.state).toBe('running');
  expect(names()).toEqual([]);
});

it('continues when a full disk keeps it from storing progress', async () => {
  world.addItem();
  const id = enqueueJob(world.db, { kind: 'backup', subject: '', now: 1 });
  const full = "CREATE TRIGGER no_room BEFORE UPDATE OF result ON jobs WHEN NEW.state = 'running'";
  const job = claimJob(world.db, ['backup'], 1);
  world.db.$client.exec(`${full} BEGIN SELECT raise(ABORT, 'no room'); END`);
  await work(job);
  expect(getJob(world.db, id)?.state).toBe('done');
  expect(names()).toHaveLength(1);
});
