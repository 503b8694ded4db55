import { objectPath } from '@veldlicht/contract/ladder';
import {
  RELEASES_LISTED,
  type ReleaseRecord,
  type VideoProgress,
} from '@veldlicht/contract/publishing';
import type { Store } from '@veldlicht/database/open';
import { isUnreleased } from '@veldlicht/database/publishing';
import { auditLog, contentState, files, jobs, releases } from '@veldlicht/database/schema';
import { and, count, desc, eq, inArray, isNotNull, min, ne, or } from 'drizzle-orm';

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

/** Videos that are being encoded, and how far they are. */
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

/** Videos whose smaller versions are being made or wait for that. */
export function readVersionsLeft(store: Store): string[] {
  const open = and(eq(jobs.kind, 'versions'), inArray(jobs.state, ['waiting', 'running']));
  const rows = store.select({ hash: jobs.subject }).from(jobs).where(open).orderBy(jobs.id).all();
  return rows.map(({ hash }) => objectPath(hash, 'video'));
}

const newestFirst = [desc(releases.createdAt), desc(releases.id)];

/** When the content of a release was first published; it may have been rendered again since. */
function contentMoment(store: Store, revision: number): number | null {
  const same = and(eq(releases.revision, revision), ne(releases.state, 'failed'));
  return (
    store
      .select({ at: min(releases.createdAt) })
      .from(releases)
      .where(same)
      .get()?.at ?? null
  );
}

/** Id of the newest attempt, and how old the content of the live release is. */
export function readAttempts(store: Store, liveId: string | null) {
  const [latest] = store
    .select({ id: releases.id })
    .from(releases)
    .orderBy(...newestFirst)
    .limit(1)
    .all();
  const live = liveId === null ? undefined : findRelease(store, liveId);
  return {
    latestAttempt: latest?.id ?? null,
    releaseMadeAt: live ? contentMoment(store, live.revision) : null,
  };
}

/** Who asked last to show another release; null when nobody did. */
export function readAskedBack(store: Store): string | null {
  const asked = and(eq(auditLog.entity, 'site'), eq(auditLog.action, 'restore'));
  const newest = store
    .select({ actor: auditLog.actor })
    .from(auditLog)
    .where(asked)
    .orderBy(desc(auditLog.id));
  return newest.limit(1).get()?.actor || null;
}

/** Changes of content that no good release has brought along. */
export function countWaitingChanges(store: Store): number {
  const wanted = isUnreleased(store);
  return store.select({ n: count() }).from(auditLog).where(wanted).get()?.n ?? 0;
}

/** A release by its id. */
export function findRelease(store: Store, id: string) {
  return store
    .select({ state: releases.state, revision: releases.revision })
    .from(releases)
    .where(eq(releases.id, id))
    .get();
}

/** The newest attempts, and what can be gone back to, however many came after it. */
export function listReleases(store: Store): ReleaseRecord[] {
  const newest = store
    .select({ id: releases.id })
    .from(releases)
    .orderBy(...newestFirst)
    .limit(RELEASES_LISTED);
  return store
    .select()
    .from(releases)
    .where(or(inArray(releases.state, ['live', 'kept']), inArray(releases.id, newest)))
    .orderBy(...newestFirst)
    .all()
    .map(({ createdAt, auditId: _auditId, changes, log, ...release }) => ({
      ...release,
      createdAt: new Date(createdAt).toISOString(),
      changes: changes ?? { total: 0, newest: [] },
      log: log ?? [],
    }));
}
