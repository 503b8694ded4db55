/** Removes originals and renditions that nothing has referred to for a day. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DRAFT_DAYS } from '@veldlicht/contract/draft';
import { HISTORY_DAYS } from '@veldlicht/contract/history';
import { TRASH_DAYS } from '@veldlicht/contract/trash';
import { among } from '@veldlicht/database/among';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { enqueueJob, pruneJobs } from '@veldlicht/database/jobs';
import type { Database } from '@veldlicht/database/open';
import {
  changes,
  drafts,
  files,
  history,
  mediaRows,
  storyRows,
  uploads,
} from '@veldlicht/database/schema';
import type { Storage } from '@veldlicht/database/storage/storage';
import { originalName } from '@veldlicht/database/storage/stored-name';
import { and, eq, isNotNull, isNull, lt, not, sql } from 'drizzle-orm';

const DAY_MS = 24 * 60 * 60 * 1000;
const ORPHAN_LIFE_MS = DAY_MS;
const JOB_LIFE_MS = 60 * 60 * 1000;
/** The row of a younger upload may be about to change. */
const STRAY_AGE_MS = 60 * 60 * 1000;

/** SQL: an item (even in the trash), a draft or the history refers to the file. */
const isReferred = sql`(exists (select 1 from ${mediaRows} where ${mediaRows.fileHash} = ${files.hash} or ${mediaRows.previousFileHash} = ${files.hash})
  or exists (select 1 from ${drafts} where ${drafts.fileHash} = ${files.hash})
  or exists (select 1 from ${history} where ${history.fileHash} = ${files.hash}))`;

/** SQL: the same bytes were uploaded again, and are about to be inspected. */
const isExpected = sql`exists (select 1 from ${uploads} where ${uploads.fileHash} = ${files.hash} and ${uploads.state} = 'received')`;

/** Published hashes: while publishing fails, pages may show removed items. */
function shownHashes(folder: DataFolder): string[] {
  return existsSync(folder.publicMedia) ? readdirSync(folder.publicMedia) : [];
}

/**
 * Purges old trash, history and panel drafts. Then marks files that nothing refers to, and removes those marked for a
 * day. The row goes first, since a row without a file would be a broken item. A job from the same transaction removes
 * the original.
 */
export function cleanUp(db: Database, folder: DataFolder, now: number): string[] {
  db.delete(mediaRows)
    .where(lt(mediaRows.deletedAt, now - TRASH_DAYS * DAY_MS))
    .run();
  db.delete(storyRows)
    .where(lt(storyRows.deletedAt, now - TRASH_DAYS * DAY_MS))
    .run();
  db.delete(changes)
    .where(lt(changes.at, now - HISTORY_DAYS * DAY_MS))
    .run();
  const isLeft = lt(drafts.updatedAt, now - DRAFT_DAYS * DAY_MS);
  db.delete(drafts)
    .where(and(isLeft, isNull(drafts.remoteId)))
    .run();
  db.update(files)
    .set({ orphanedAt: null })
    .where(and(isNotNull(files.orphanedAt), isReferred))
    .run();
  db.update(files)
    .set({ orphanedAt: now })
    .where(and(isNull(files.orphanedAt), sql`not ${isReferred}`))
    .run();
  const removed = db.transaction(
    (tx) => {
      const rows = tx
        .delete(files)
        .where(
          and(
            lt(files.orphanedAt, now - ORPHAN_LIFE_MS),
            sql`not ${isReferred}`,
            sql`not ${isExpected}`,
            not(among(files.hash, shownHashes(folder))),
          ),
        )
        .returning({ hash: files.hash, extension: files.extension })
        .all();
      for (const { hash, extension } of rows)
        enqueueJob(tx, { kind: 'remove', subject: originalName(hash, extension), now });
      return rows;
    },
    { behavior: 'immediate' },
  );
  // Synchronous: a job that stores the same bytes again must find all of the old renditions or none.
  for (const { hash } of removed)
    rmSync(path.join(folder.renditions, hash), { recursive: true, force: true });
  pruneJobs(db, now - JOB_LIFE_MS);
  return removed.map(({ hash }) => hash);
}

/** Whether an upload may still be finalised. */
function isAwaited(db: Database, key: string, now: number): boolean {
  const row = db.select().from(uploads).where(eq(uploads.key, key)).get();
  return row !== undefined && row.state !== 'finalised' && row.expiresAt + ORPHAN_LIFE_MS > now;
}

/**
 * Removes uploads that will not be finalised: expired, or sent again to a used address. In a bucket nothing else finds
 * them. Throws `StorageError`.
 */
export async function sweepIncoming(db: Database, storage: Storage, now: number): Promise<void> {
  for await (const { name, changedAt } of storage.listIncoming()) {
    const key = name.slice('incoming/'.length);
    if (now - changedAt > STRAY_AGE_MS && !isAwaited(db, key, now)) await storage.remove(name);
  }
}
