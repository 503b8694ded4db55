/** The worker: runs the jobs of the queue and publishes changes. */
import { writeFileSync } from 'node:fs';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { claimJob, type Job, type JobKind, recoverJobs, retryJob } from '@veldlicht/database/jobs';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import type { Storage } from '@veldlicht/database/storage/storage';
import { isReadOnly, isUnwritable } from '@veldlicht/database/system-errors';
import { watchDatabase } from '@veldlicht/database/watch';
import {
  type AttemptDeps,
  attempt,
  type NotRecorded,
  settleCutOff,
} from '../publish/publish-attempt.ts';
import { readState } from '../publish/publish-state.ts';
import { publishDelay, scheduledMoment, siteMoment } from '../publish/publish-timing.ts';
import { giveBack } from '../renditions/job-deps.ts';
import { cleanUp, sweepIncoming } from './clean-up.ts';

/**
 * Longest time until a new job or change is noticed. The database is the only channel: a query takes 15 µs, 0.3 % of a
 * processor.
 */
const WATCH_MS = 5;
const HEARTBEAT_MS = 2000;
/** Longer timers are split: clocks jump, and setTimeout can't wait for a month. */
const LONGEST_TIMER_MS = 60_000;
const CLEAN_UP_MS = 10 * 60 * 1000;

const JOBS_AT_ONCE = 3;
const OTHERS: readonly JobKind[] = ['renditions', 'remove', 'remake'];
/** Leaves one slot for inspections, since an uploader waits for each. */
const OTHERS_AT_ONCE = 2;
/** In addition to other jobs: a preview takes moments, and its tab is empty until then. */
const PREVIEWS_AT_ONCE = 2;

export interface WorkerDeps extends AttemptDeps {
  folder: DataFolder;
  storage: Storage;
  runJob: (job: Job) => Promise<void>;
  /** Ends a job after its last attempt. */
  abandonJob: (job: Job) => Promise<void>;
  /** Silence that ends a burst of changes. */
  quietMs: number;
}

/** Kinds of jobs that may start beside the running ones (pure). */
export function nextKinds(running: JobKind[]): JobKind[] {
  const previews = running.filter((kind) => kind === 'preview').length;
  const versions = running.filter((kind) => kind === 'versions').length;
  const backups = running.filter((kind) => kind === 'backup').length;
  const jobs = running.length - previews - versions - backups;
  const others = running.filter((kind) => OTHERS.includes(kind)).length;
  const kinds: JobKind[] = previews < PREVIEWS_AT_ONCE ? ['preview'] : [];
  if (jobs < JOBS_AT_ONCE) kinds.push('inspect');
  if (jobs < JOBS_AT_ONCE && others < OTHERS_AT_ONCE) kinds.push(...OTHERS);
  // One at a time, started only when nothing else runs, since they take long.
  if (jobs + versions === 0) kinds.push('versions');
  // Made by another process.
  if (backups === 0) kinds.push('backup');
  return kinds;
}

/** `stop` resolves when the running work has ended. */
export function startWorker(deps: WorkerDeps): { stop: () => Promise<void> } {
  const { db, folder, storage, now, log } = deps;
  const running = new Map<Promise<void>, Job>();
  /** Jobs whose end could not be stored, with their errors; retried at each heartbeat (fault F7). */
  const unsettled = new Map<Job, unknown>();
  let isStopped = false;
  let publishing: Promise<void> | null = null;
  /** Stores the end of the last attempt after a failed write; retried at each heartbeat (fault F7). */
  let notRecorded: NotRecorded = null;
  let timer: NodeJS.Timeout | undefined;
  /** Revision last checked; -1 at start, since the last process may have been killed. */
  let looked = -1;

  const logError =
    (message: string, facts: object = {}) =>
    (error: unknown): void => {
      leaveOnLostWrite(error, log);
      log.error({ err: error, ...facts }, message);
    };

  function abandon(job: Job): void {
    void deps.abandonJob(job).catch(logError('clean-up failed'));
  }

  /** Removes newly private content from the site, without waiting for silence. */
  function removeHidden(revision: number): boolean {
    looked = revision;
    try {
      return deps.publisher.removeHidden?.() ?? false;
    } catch (error) {
      logError('what has changed could not be looked at')(error);
      return false;
    }
  }

  function considerPublish(): void {
    clearTimeout(timer);
    if (isStopped || publishing || notRecorded) return;
    const state = readState(db);
    const { shownAt } = state;
    const isLess = state.revision !== looked && removeHidden(state.revision);
    const scheduledAt = scheduledMoment(db, shownAt, siteMoment(now(), shownAt));
    const delay = isLess ? 0 : publishDelay({ ...state, scheduledAt }, deps.quietMs, now());
    if (delay === null) return;
    if (delay > 0) {
      timer = setTimeout(wake, Math.min(delay, LONGEST_TIMER_MS));
      return;
    }
    publishing = attempt(deps)
      .then((left) => {
        notRecorded = left;
      })
      .catch(logError('the state could not be read'))
      .finally(() => {
        publishing = null;
        wake();
      });
  }

  function takeJobs(): void {
    while (!isStopped) {
      const kinds = nextKinds([...running.values()].map(({ kind }) => kind));
      const job = kinds.length > 0 && claimJob(db, kinds, now());
      if (!job) return;
      const work = deps
        .runJob(job)
        .catch((error: unknown) => {
          logError('job failed', { job: job.id })(error);
          unsettled.set(job, error);
        })
        .finally(() => {
          running.delete(work);
          wake();
        });
      running.set(work, job);
    }
  }

  function settleJobs(): void {
    for (const [job, error] of unsettled) {
      // A full disk is no fault of the file.
      if (isUnwritable(error)) giveBack({ db, now }, job);
      else if (!retryJob(db, job, 'The end of this work could not be written', now())) abandon(job);
      unsettled.delete(job);
    }
  }

  /** A database that can't be written is tried again at the next heartbeat. */
  function wake(): void {
    try {
      takeJobs();
      considerPublish();
    } catch (error) {
      logError('the queue could not be worked on')(error);
    }
  }

  // Left by the last process.
  settleCutOff(db, now());
  for (const job of recoverJobs(db, now())) {
    log.warn({ job: job.id }, 'gave up on a job');
    abandon(job);
  }
  const beat = () => {
    try {
      writeFileSync(folder.heartbeat, '');
      // Only at this pace: work that can't be recorded must not loop.
      settleJobs();
      notRecorded?.();
      notRecorded = null;
    } catch (error) {
      const isClosed = isReadOnly(error);
      logError(isClosed ? 'the data folder can’t be written' : 'there is no room to write')(error);
    }
    // Delayed jobs become due without a change in the database.
    wake();
  };
  const tidy = () => {
    try {
      cleanUp(db, folder, now());
    } catch (error) {
      logError('clean-up failed')(error);
    }
    sweepIncoming(db, storage, now()).catch(logError('clean-up of uploads failed'));
  };
  tidy();
  beat();
  const heartbeat = setInterval(beat, HEARTBEAT_MS);
  const cleaning = setInterval(tidy, CLEAN_UP_MS);
  const unwatch = watchDatabase(db.$client, WATCH_MS, wake);

  return {
    stop: async () => {
      isStopped = true;
      unwatch();
      clearTimeout(timer);
      clearInterval(heartbeat);
      clearInterval(cleaning);
      await Promise.allSettled([...running.keys(), publishing]);
    },
  };
}
