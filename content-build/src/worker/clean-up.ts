/** Removes originals and renditions that nothing has referred to for a day (product decisions §5). */
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
/** A younger upload may be one whose row is about to say so. */
const STRAY_AGE_MS = 60 * 60 * 1000;

/** True in SQL for a file that an item shows or is about to show, also one in the trash or a draft, or has shown in history. */
const isReferred = sql`(exists (select 1 from ${mediaRows} where ${mediaRows.fileHash} = ${files.hash} or ${mediaRows.previousFileHash} = ${files.hash})
  or exists (select 1 from ${drafts} where ${drafts.fileHash} = ${files.hash})
  or exists (select 1 from ${history} where ${history.fileHash} = ${files.hash}))`;

/** True in SQL for a file that was sent again and is about to be read (or has just been). */
const isExpected = sql`exists (select 1 from ${uploads} where ${uploads.fileHash} = ${files.hash} and ${uploads.state} = 'received')`;

/** Pictures on the web now: while publishing fails, pages may still show what is gone. */
function shownHashes(folder: DataFolder): string[] {
  return existsSync(folder.publicMedia) ? readdirSync(folder.publicMedia) : [];
}

/**
 * Empties the trash of what has been in it too long, and forgets history as old as that, and drafts of the panel that
 * nobody has touched. Then marks what nothing refers to, then removes what has been so for a day. The row goes first: a
 * row without a file would be a broken item. A job in the same transaction takes the original.
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
  // In the same breath as the row: the same bytes may be sent again at any moment, and a job that
  // stores them must find either all of the old renditions or none.
  for (const { hash } of removed)
    rmSync(path.join(folder.renditions, hash), { recursive: true, force: true });
  pruneJobs(db, now - JOB_LIFE_MS);
  return removed.map(({ hash }) => hash);
}

/** Whether somebody may still come for an upload: its row lives, and it is not stored yet. */
function isAwaited(db: Database, key: string, now: number): boolean {
  const row = db.select().from(uploads).where(eq(uploads.key, key)).get();
  return row !== undefined && row.state !== 'finalised' && row.expiresAt + ORPHAN_LIFE_MS > now;
}

/**
 * Removes uploads that nobody will come for: never finalised, or sent once more to an address that
 * was used. In a bucket only this sees them. Throws `StorageError`.
 */
export async function sweepIncoming(db: Database, storage: Storage, now: number): Promise<void> {
  for await (const { name, changedAt } of storage.listIncoming()) {
    const key = name.slice('incoming/'.length);
    if (now - changedAt > STRAY_AGE_MS && !isAwaited(db, key, now)) await storage.remove(name);
  }
}
