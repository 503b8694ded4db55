/** Reports of the CI job, and its token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { BuildReport } from '@veldlicht/contract/build';
import type { Database } from '@veldlicht/database/open';
import { type CiBuild, findBuild, newestBuild } from '@veldlicht/database/publishing';
import { ciBuilds, contentState } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import type { AppContext, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { addressOf } from '#http/client-address.ts';
import { inTransaction } from '#http/write.ts';
import { networkOf } from '#throttle/buckets.ts';
import { countFailure, requireFree } from '#throttle/throttle.ts';
import type { Bucket } from '#throttle/throttle-rules.ts';

/** Whether a report counts (pure): not for the live build itself, nor once a newer one is live. */
export function counts(
  build: Pick<CiBuild, 'snapshotId' | 'state' | 'calledAt'>,
  live: Pick<CiBuild, 'snapshotId' | 'calledAt'> | undefined,
): boolean {
  if (build.state === 'live') return false;
  return live === undefined || live.calledAt <= build.calledAt;
}

/** Removes control characters except line feeds. */
function plainLog(log: string): string {
  return log.replace(/\p{Cc}/gu, (sign) => (sign === '\n' ? sign : ''));
}

/** Stores a report; false when it comes too late to count. Throws `not_found` for an unknown snapshot. */
export function takeReport(db: Database, report: BuildReport, now: number): boolean {
  return inTransaction(db, (tx) => {
    const build = findBuild(tx, report.snapshotId);
    if (!build) throw new AppError('not_found', 'There is no such snapshot');
    if (!counts(build, newestBuild(tx, 'live'))) return false;
    const { state, pagesDone = 0, pagesTotal, bytes } = report;
    const facts = { state, reportedAt: now, log: plainLog(report.log), pagesTotal, bytes };
    tx.update(ciBuilds).set(facts).where(eq(ciBuilds.snapshotId, build.snapshotId)).run();
    const isRunning = (running: boolean) => eq(contentState.running, running);
    // A running build shows in the panel's header; a live one wakes a publisher that has stopped waiting.
    if (state === 'running') {
      const progress = { pagesDone, pagesTotal: pagesTotal ?? 0 };
      tx.update(contentState).set(progress).where(isRunning(true)).run();
    } else if (state === 'live')
      tx.update(contentState).set({ retryAt: now }).where(isRunning(false)).run();
    return true;
  });
}

const REFUSAL = 'The build token is not valid';

/** Compares digests, whose equal length `timingSafeEqual` needs. */
function isSame(shown: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(token));
}

/** Throws `not_found` outside CI mode, `too_many_attempts` per address, or `unauthenticated`. */
export function requireBuildToken(c: AppContext, deps: Deps): void {
  const { publish } = deps.environment;
  if (publish.mode !== 'ci') throw new AppError('not_found');
  const key = networkOf(addressOf(c, deps.environment));
  const bucket: Bucket = { kind: 'address', key };
  requireFree(deps.db, [bucket], deps.now());
  const shown = /^Bearer ([\x21-\x7e]{1,512})$/.exec(c.req.header('authorization') ?? '')?.[1];
  if (shown !== undefined && isSame(shown, publish.buildToken)) return;
  countFailure(deps.db, [bucket], deps.now());
  throw new AppError('unauthenticated', REFUSAL);
}
