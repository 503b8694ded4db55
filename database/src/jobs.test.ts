import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimJob, enqueueJob, finishJob, getJob, recoverJobs, retryJob } from './jobs.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let t: TestDatabase;
beforeEach(async () => {
  t = await createTestDatabase();
});
afterEach(() => t.remove());

it('claims the most urgent job first, then the oldest', () => {
  enqueueJob(t.db, { kind: 'renditions', subject: 'a', now: 1 });
  enqueueJob(t.db, { kind: 'renditions', subject: 'b', now: 1 });
  enqueueJob(t.db, { kind: 'inspect', subject: 'c', priority: 10, now: 2 });
  const order = [1, 2, 3].map(() => claimJob(t.db, ['inspect', 'renditions'], 5)?.subject);
  expect(order).toEqual(['c', 'a', 'b']);
  expect(claimJob(t.db, ['inspect', 'renditions'], 5)).toBeUndefined();
});

it('keeps one open job per subject, and allows a new one after it ended', () => {
  const first = enqueueJob(t.db, { kind: 'inspect', subject: 'x', now: 1 });
  expect(enqueueJob(t.db, { kind: 'inspect', subject: 'x', now: 2 })).toBe(first);
  claimJob(t.db, ['inspect'], 3);
  finishJob(t.db, first, { ok: true }, 4);
  expect(enqueueJob(t.db, { kind: 'inspect', subject: 'x', now: 5 })).not.toBe(first);
  expect(getJob(t.db, first)).toMatchObject({ state: 'done', result: { ok: true } });
});

it('runs a job twice at most, also when the worker dies', () => {
  const id = enqueueJob(t.db, { kind: 'renditions', subject: 'x', now: 1 });
  claimJob(t.db, ['renditions'], 1);
  expect(recoverJobs(t.db, 2)).toEqual([]);
  const again = claimJob(t.db, ['renditions'], 2);
  expect(again?.attempts).toBe(2);
  expect(recoverJobs(t.db, 3)).toHaveLength(1);
  expect(getJob(t.db, id)?.state).toBe('failed');
});

it('delays a retried job', () => {
  enqueueJob(t.db, { kind: 'renditions', subject: 'x', now: 1 });
  const job = claimJob(t.db, ['renditions'], 1);
  if (!job) throw new Error('no job');
  expect(retryJob(t.db, job, 'later', 10, 100)).toBe(true);
  expect(claimJob(t.db, ['renditions'], 50)).toBeUndefined();
  expect(claimJob(t.db, ['renditions'], 110)?.id).toBe(job.id);
});
