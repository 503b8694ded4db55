/** The worker: does the jobs of the queue and keeps the site up to date, until it is stopped. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { claimJob, type Job, type JobKind, recoverJobs } from '@veldlicht/database/jobs';
import type { Database } from '@veldlicht/database/open';
import type { Storage } from '@veldlicht/database/storage/storage';
import { watchDatabase } from '@veldlicht/database/watch';
import type { Logger } from 'pino';
import { cleanUp, sweepIncoming } from './clean-up.ts';
import type { Publisher } from './publish.ts';
import { clearRunning, markFailed, markRunning, readState } from './publish-state.ts';
import { type Failures, publishDelay } from './publish-timing.ts';
import { RenderError } from './release/site-renderer.ts';
import { VerificationError } from './release/verify-release.ts';

/** New jobs and changes are noticed within this time, with no channel but the database. */
const WATCH_MS = 20;
const HEARTBEAT_MS = 2000;
const CLEAN_UP_MS = 10 * 60 * 1000;
/** Uploads keep a place of their own: somebody waits for each of them. */
const OTHERS_AT_ONCE = 2;
const JOBS_AT_ONCE = 3;

export interface WorkerDeps {
  db: Database;
  folder: DataFolder;
  storage: Storage;
  publisher: Publisher;
  runJob: (job: Job) => Promise<void>;
  /** Ends a job that broke too often: cleans up after it and says so where people look. */
  abandonJob: (job: Job) => Promise<void>;
  /** A burst of changes is published after this much silence. */
  quietMs: number;
  now: () => number;
  log: Logger;
}

/** File whose age tells the API that the worker lives. */
export function heartbeatFile(folder: DataFolder): string {
  return path.join(folder.root, 'worker.alive');
}

/** A reason that may be shown to people: our own errors say it, of others only the code: they name paths. */
function reasonOf(error: unknown): string {
  if (error instanceof RenderError || error instanceof VerificationError) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return `The site could not be published${code}. The log of the server says more.`;
}

/** Starts working; the answer's `stop` resolves when what was under way has ended. */
export function startWorker(deps: WorkerDeps): { stop: () => Promise<void> } {
  const { db, folder, storage, publisher, now, log } = deps;
  const running = new Map<Promise<void>, Job>();
  let stopped = false;
  let publishing: Promise<void> | null = null;
  let failures: Failures | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function publishOnce(): Promise<void> {
    const { revision } = readState(db);
    markRunning(db);
    try {
      const release = await publisher.publish();
      failures = null;
      if (release) log.info({ release: release.id, ms: release.durationMs }, 'published');
    } catch (error) {
      log.error({ err: error }, 'publish failed');
      const same = failures?.revision === revision ? failures.count : 0;
      failures = { count: same + 1, at: now(), revision };
      markFailed(db, reasonOf(error));
    }
    await publisher.prune().catch((error: unknown) => log.error({ err: error }, 'prune failed'));
  }

  function considerPublish(): void {
    clearTimeout(timer);
    if (stopped || publishing) return;
    const delay = publishDelay(readState(db), failures, deps.quietMs, now());
    if (delay === null) return;
    if (delay > 0) {
      timer = setTimeout(considerPublish, delay);
      return;
    }
    publishing = publishOnce().finally(() => {
      publishing = null;
      considerPublish();
    });
  }

  function takeJobs(): void {
    while (!stopped && running.size < JOBS_AT_ONCE) {
      const others = [...running.values()].filter(({ kind }) => kind !== 'inspect').length;
      const kinds: JobKind[] =
        others < OTHERS_AT_ONCE ? ['inspect', 'renditions', 'remove'] : ['inspect'];
      const job = claimJob(db, kinds, now());
      if (!job) return;
      const work = deps
        .runJob(job)
        .catch((error: unknown) => log.error({ err: error, job: job.id }, 'job failed'))
        .finally(() => {
          running.delete(work);
          wake();
        });
      running.set(work, job);
    }
  }

  function wake(): void {
    takeJobs();
    considerPublish();
  }

  clearRunning(db);
  for (const job of recoverJobs(db, now())) {
    log.warn({ job: job.id }, 'gave up on a job');
    void deps
      .abandonJob(job)
      .catch((error: unknown) => log.error({ err: error }, 'clean-up failed'));
  }
  const beat = () => {
    writeFileSync(heartbeatFile(folder), '');
    // Jobs put off for later come due without any change in the database.
    wake();
  };
  const tidy = () => {
    try {
      cleanUp(db, folder, now());
    } catch (error) {
      log.error({ err: error }, 'clean-up failed');
    }
    sweepIncoming(db, storage, now()).catch((error: unknown) =>
      log.error({ err: error }, 'clean-up of uploads failed'),
    );
  };
  tidy();
  beat();
  const heartbeat = setInterval(beat, HEARTBEAT_MS);
  const cleaning = setInterval(tidy, CLEAN_UP_MS);
  const unwatch = watchDatabase(db.$client, WATCH_MS, wake);

  return {
    stop: async () => {
      stopped = true;
      unwatch();
      clearTimeout(timer);
      clearInterval(heartbeat);
      clearInterval(cleaning);
      await Promise.allSettled([...running.keys(), publishing]);
    },
  };
}
