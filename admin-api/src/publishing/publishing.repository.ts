import { objectPath } from '@veldlicht/contract/ladder';
import type { FilmProgress, ReleaseRecord } from '@veldlicht/contract/publishing';
import type { Store } from '@veldlicht/database/open';
import { contentState, files, releases } from '@veldlicht/database/schema';
import { and, count, desc, eq, isNotNull } from 'drizzle-orm';

export function readContentState(store: Store): typeof contentState.$inferSelect {
  const row = store.select().from(contentState).get();
  if (!row) throw new Error('the content state is missing');
  return row;
}

/** Files whose renditions are not complete. */
export function countWorkingFiles(store: Store): number {
  return (
    store.select({ n: count() }).from(files).where(eq(files.processing, 'working')).get()?.n ?? 0
  );
}

/** Films that are being encoded, and how far they are. */
export function readFilmProgress(store: Store): FilmProgress[] {
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

/** Asks the publisher for another attempt. */
export function askRetry(store: Store, now: number): void {
  store.update(contentState).set({ retryAt: now }).where(eq(contentState.id, 1)).run();
}

export function listReleases(store: Store): ReleaseRecord[] {
  return store
    .select()
    .from(releases)
    .orderBy(desc(releases.createdAt), desc(releases.id))
    .all()
    .map(({ createdAt, ...release }) => ({
      ...release,
      createdAt: new Date(createdAt).toISOString(),
    }));
}
