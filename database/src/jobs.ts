/** The job queue: rows that are claimed one at a time and survive a crash of the worker. */
import { and, count, desc, eq, inArray, lte, min, sql } from 'drizzle-orm';
import type { Database, Store } from './open.ts';
import { preparedFor } from './prepared.ts';
import { type jobKinds, jobs } from './schema.ts';

export type JobKind = (typeof jobKinds)[number];
export type Job = typeof jobs.$inferSelect;

/** A job that crashed this often has failed (threat T17). */
export const MAX_ATTEMPTS = 2;

const isOpen = inArray(jobs.state, ['waiting', 'running']);

interface NewJob {
  kind: JobKind;
  subject: string;
  priority?: number;
  /** Earliest start; by default at once. */
  runAt?: number;
  now: number;
  /** Input beside the subject; stored in `result` until the job answers. */
  input?: unknown;
}

/**
 * Adds a job unless one of the same kind and subject is open. Returns its id. Call it in the transaction of the change
 * that needs the work.
 */
export function enqueueJob(store: Store, { input, ...job }: NewJob): number {
  const row = store
    .insert(jobs)
    .values({
      ...job,
      priority: job.priority ?? 0,
      runAt: job.runAt ?? job.now,
      createdAt: job.now,
      result: input,
    })
    .onConflictDoNothing()
    .returning({ id: jobs.id })
    .get();
  if (row) return row.id;
  const open = store
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, job.kind), eq(jobs.subject, job.subject), isOpen))
    .get();
  if (!open) throw new Error(`job ${job.kind} ${job.subject} neither added nor found`);
  return open.id;
}

const nextRunQuery = preparedFor((store) =>
  store
    .select({ at: min(jobs.runAt) })
    .from(jobs)
    .where(eq(jobs.state, 'waiting'))
    .prepare(),
);

/** Claims the most urgent job that may run now. */
export function claimJob(db: Database, kinds: readonly JobKind[], now: number): Job | undefined {
  // Called at every change: take the write lock only when a job is due.
  const nextRun = nextRunQuery(db).get()?.at ?? null;
  if (nextRun === null || nextRun > now) return undefined;
  return db.transaction(
    (tx) => {
      const next = tx
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.state, 'waiting'), inArray(jobs.kind, [...kinds]), lte(jobs.runAt, now)))
        .orderBy(desc(jobs.priority), jobs.id)
        .limit(1)
        .get();
      if (!next) return undefined;
      return tx
        .update(jobs)
        .set({ state: 'running', attempts: sql`${jobs.attempts} + 1` })
        .where(eq(jobs.id, next.id))
        .returning()
        .get();
    },
    { behavior: 'immediate' },
  );
}

/** Marks a job done. Call it in the transaction that stores its outcome. */
export function finishJob(store: Store, id: number, result: unknown, now: number): void {
  store
    .update(jobs)
    .set({ state: 'done', result, finishedAt: now, error: null })
    .where(eq(jobs.id, id))
    .run();
}

/** Stores the progress of a running job. */
export function noteProgress(store: Store, id: number, result: unknown): void {
  store
    .update(jobs)
    .set({ result })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'running')))
    .run();
}

/** An open job of a kind. */
export function openJob(store: Store, kind: JobKind): Job | undefined {
  return store
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, kind), isOpen))
    .limit(1)
    .get();
}

/** Marks a job failed. */
export function failJob(store: Store, id: number, error: string, result: unknown, now: number) {
  store
    .update(jobs)
    .set({ state: 'failed', error, result, finishedAt: now })
    .where(eq(jobs.id, id))
    .run();
}

/** Requeues a job; returns false and marks it failed after the last attempt. */
export function retryJob(store: Store, job: Job, error: string, now: number, delayMs = 0): boolean {
  if (job.attempts >= MAX_ATTEMPTS) {
    failJob(store, job.id, error, null, now);
    return false;
  }
  store
    .update(jobs)
    .set({ state: 'waiting', error, runAt: now + delayMs })
    .where(eq(jobs.id, job.id))
    .run();
  return true;
}

/** Requeues the jobs of a worker that died. Returns those that have failed. */
export function recoverJobs(db: Database, now: number): Job[] {
  return db.transaction(
    (tx) => {
      const running = tx.select().from(jobs).where(eq(jobs.state, 'running')).all();
      return running.filter(
        (job) => !retryJob(tx, job, 'The worker stopped during this work', now),
      );
    },
    { behavior: 'immediate' },
  );
}

export function getJob(store: Store, id: number): Job | undefined {
  return store.select().from(jobs).where(eq(jobs.id, id)).get();
}

/** Deletes a job in any state. */
export function deleteJob(store: Store, id: number): void {
  store.delete(jobs).where(eq(jobs.id, id)).run();
}

/** Number of open jobs of a kind, or of a kind and a subject. */
export function countOpenJobs(store: Store, kind: JobKind, subject?: string): number {
  const isOfSubject = subject === undefined ? undefined : eq(jobs.subject, subject);
  const query = store.select({ n: count() }).from(jobs);
  return query.where(and(eq(jobs.kind, kind), isOpen, isOfSubject)).get()?.n ?? 0;
}

/** Deletes jobs that ended before a moment. */
export function pruneJobs(store: Store, before: number): void {
  store
    .delete(jobs)
    .where(and(inArray(jobs.state, ['done', 'failed']), lte(jobs.finishedAt, before)))
    .run();
}
