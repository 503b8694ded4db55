/** What a report changes (product decisions §5). */

import type { BuildReport } from '@veldlicht/contract/build';
import type { Database } from '@veldlicht/database/open';
import { AppError } from '#http/app-error.ts';
import { inTransaction } from '#http/write.ts';
import {
  askForNotice,
  type BuildRow,
  findBuild,
  findNewest,
  saveBuild,
  saveProgress,
} from './build.repository.ts';

/**
 * Whether a report still counts (pure): not when something newer is live, and a job that runs once more
 * for what is live can't make it anything else.
 */
export function counts(
  build: Pick<BuildRow, 'snapshotId' | 'state' | 'calledAt'>,
  live: Pick<BuildRow, 'snapshotId' | 'calledAt'> | undefined,
): boolean {
  if (build.state === 'live') return false;
  return live === undefined || live.calledAt <= build.calledAt;
}

/** Control characters other than line ends have no place in front of people. */
function plainLog(log: string): string {
  return log.replace(/\p{Cc}/gu, (sign) => (sign === '\n' ? sign : ''));
}

/** Writes a report down; false when it came too late to count. Throws `not_found` for an unknown snapshot. */
export function takeReport(db: Database, report: BuildReport, now: number): boolean {
  return inTransaction(db, (tx) => {
    const build = findBuild(tx, report.snapshotId);
    if (!build) throw new AppError('not_found', 'There is no such snapshot');
    if (!counts(build, findNewest(tx, 'live'))) return false;
    const { state, pagesDone = 0, pagesTotal, bytes } = report;
    saveBuild(tx, report.snapshotId, {
      state,
      reportedAt: now,
      log: plainLog(report.log),
      ...(pagesTotal !== undefined && { pagesTotal }),
      ...(bytes !== undefined && { bytes }),
    });
    if (state === 'running') saveProgress(tx, pagesDone, pagesTotal ?? 0);
    else if (state === 'live') askForNotice(tx, now);
    return true;
  });
}
