/** Removes originals and renditions that nothing has referred to for a day (product decisions §5). */
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { pruneJobs } from '@veldlicht/database/jobs';
import type { Database } from '@veldlicht/database/open';
import { files, media, uploads } from '@veldlicht/database/schema';
import { and, isNotNull, isNull, lt, sql } from 'drizzle-orm';

const ORPHAN_LIFE_MS = 24 * 60 * 60 * 1000;
const JOB_LIFE_MS = 60 * 60 * 1000;

/** True in SQL for a file that an item shows or is about to show. */
const isReferred = sql`exists (select 1 from ${media} where ${media.fileHash} = ${files.hash} or ${media.previousFileHash} = ${files.hash})`;

/** True in SQL for a file that was sent again and is about to be read (or has just been). */
const isExpected = sql`exists (select 1 from ${uploads} where ${uploads.fileHash} = ${files.hash} and ${uploads.state} = 'received')`;

/**
 * First marks what nothing refers to, then removes what has been so for a day. The row goes first:
 * a file without a row is removed by the next run of the same upload or never seen again, a row
 * without a file would be a broken item.
 */
export function cleanUp(db: Database, folder: DataFolder, now: number): string[] {
  db.update(files)
    .set({ orphanedAt: null })
    .where(and(isNotNull(files.orphanedAt), isReferred))
    .run();
  db.update(files)
    .set({ orphanedAt: now })
    .where(and(isNull(files.orphanedAt), sql`not ${isReferred}`))
    .run();
  const removed = db
    .delete(files)
    .where(
      and(
        lt(files.orphanedAt, now - ORPHAN_LIFE_MS),
        sql`not ${isReferred}`,
        sql`not ${isExpected}`,
      ),
    )
    .returning({ hash: files.hash, extension: files.extension })
    .all();
  for (const { hash, extension } of removed) {
    // In the same breath as the row: the same bytes may be sent again at any moment, and a job that
    // stores them must find either all of the old file or nothing of it.
    rmSync(path.join(folder.originals, `${hash}.${extension}`), { force: true });
    rmSync(path.join(folder.renditions, hash), { recursive: true, force: true });
  }
  pruneJobs(db, now - JOB_LIFE_MS);
  return removed.map(({ hash }) => hash);
}
