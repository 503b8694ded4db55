import { objectPath } from '@veldlicht/contract/ladder';
import type { VideoProgress } from '@veldlicht/contract/publishing';
import type { Store } from '@veldlicht/database/open';
import { contentState, files, jobs, releases } from '@veldlicht/database/schema';
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';

export function readContentState(store: Store): typeof contentState.$inferSelect {
  const row = store.select().from(contentState).get();
  if (!row) throw new Error('the content state is missing');
  return row;
}

/** Videos being encoded, and their progress. */
export function readVideoProgress(store: Store): VideoProgress[] {
  const rows = store
    .select({ hash: files.hash, percent: files.progress })
    .from(files)
    .where(and(eq(files.processing, 'working'), isNotNull(files.progress)))
    .all();
  return rows.map(({ hash, percent }) => ({
    objectPath: objectPath(hash, 'video'),
    percent: percent ?? 0,
  }));
}

/** Videos whose smaller versions are being encoded or queued. */
export function readVersionsLeft(store: Store): string[] {
  const open = and(eq(jobs.kind, 'versions'), inArray(jobs.state, ['waiting', 'running']));
  const rows = store.select({ hash: jobs.subject }).from(jobs).where(open).orderBy(jobs.id).all();
  return rows.map(({ hash }) => objectPath(hash, 'video'));
}

const newestFirst = [desc(releases.createdAt), desc(releases.id)];

/** Id of the newest attempt. */
export function readLatestAttempt(store: Store): string | null {
  const newest = store.select({ id: releases.id }).from(releases);
  return (
    newest
      .orderBy(...newestFirst)
      .limit(1)
      .get()?.id ?? null
  );
}
