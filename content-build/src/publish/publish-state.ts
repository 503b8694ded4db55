/** How far the site has come, as rows the API reads: what the admin's header shows. */
import { RELEASES_LISTED } from '@veldlicht/contract/publishing';
import { whereInTime, whereListed, whereStoryListed } from '@veldlicht/database/is-public';
import type { Database, Store } from '@veldlicht/database/open';
import { preparedFor } from '@veldlicht/database/prepared';
import { contentState, files, media, releases, stories } from '@veldlicht/database/schema';
import { and, desc, eq, inArray, isNotNull, isNull, not, notInArray, or, sql } from 'drizzle-orm';

export type ContentState = typeof contentState.$inferSelect;
export type ReleaseRow = typeof releases.$inferInsert;
type StateChange = Parameters<ReturnType<typeof updateState>['set']>[0];

/** Progress is written at most this often: each write is a commit. */
const PROGRESS_EVERY_MS = 250;

/** Nothing is being published. */
export const IDLE = { running: false, startedAt: null } as const;
const NO_FAILURE = { failedCount: 0, failedRevision: null, nextTryAt: null } as const;

const stateQuery = preparedFor((store) => store.select().from(contentState).prepare());
const updateState = (store: Store) => store.update(contentState);

export function readState(db: Store): ContentState {
  const state = stateQuery(db).get();
  if (!state) throw new Error('the database has no content state');
  return state;
}

export function setState(store: Store, change: StateChange): void {
  updateState(store).set(change).run();
}

export function markRunning(db: Database, now: number): void {
  const begun = { running: true, startedAt: now, pagesDone: 0, pagesTotal: 0 };
  setState(db, { ...begun, retryAt: null, error: null });
}

/** Tells the header how far a publish is. */
export function progressOf(db: Database, now: () => number): (done: number, total: number) => void {
  let writtenAt = now();
  return (pagesDone, pagesTotal) => {
    if (now() - writtenAt < PROGRESS_EVERY_MS) return;
    writtenAt = now();
    setState(db, { pagesDone, pagesTotal });
  };
}

/** Forgets the oldest attempts; never the live release, however many failed after it. */
export function trimReleases(store: Store): void {
  const newest = store
    .select({ id: releases.id })
    .from(releases)
    .orderBy(desc(releases.createdAt), desc(releases.revision))
    .limit(RELEASES_LISTED);
  store
    .delete(releases)
    .where(and(notInArray(releases.id, newest), not(eq(releases.state, 'live'))))
    .run();
}

/** Makes a new release the live one, in the transaction that says so. */
function setLive(store: Store, made: ReleaseRow): void {
  store.update(releases).set({ state: 'gone' }).where(eq(releases.state, 'live')).run();
  store.insert(releases).values(made).onConflictDoUpdate({ target: releases.id, set: made }).run();
  trimReleases(store);
}

/**
 * From now on the address of what is public at `moment` stays as it is (product decisions §2). Comes before the
 * content is read: a title that changes while visitors see the page already must not take its address along.
 */
export function markFirstPublished(store: Store, moment: number, now: number): void {
  const ready = store.select({ hash: files.hash }).from(files).where(eq(files.processing, 'ready'));
  store
    .update(media)
    .set({ firstPublishedAt: now })
    .where(
      and(
        whereListed,
        isNull(media.firstPublishedAt),
        whereInTime(moment),
        or(isNotNull(media.previousFileHash), inArray(media.fileHash, ready)),
      ),
    )
    .run();
  store
    .update(stories)
    .set({ firstPublishedAt: now })
    .where(and(whereStoryListed, isNull(stories.firstPublishedAt), whereInTime(moment, stories)))
    .run();
}

/**
 * Ends a publish that changed nothing, or whose release went live. Later changes stay waiting.
 * `moment` is the one that the site was made for.
 */
export function markDone(
  db: Database,
  revision: number,
  release: ReleaseRow | null,
  now: number,
  moment = now,
): void {
  db.transaction(
    (tx) => {
      const lastChangeAt =
        readState(tx).revision > revision ? sql`${contentState.lastChangeAt}` : null;
      setState(tx, {
        ...IDLE,
        ...NO_FAILURE,
        error: null,
        ...{ publishedRevision: revision, shownAt: moment },
        ...{ firstChangeAt: lastChangeAt, lastChangeAt },
        ...(release && { releaseId: release.id, publishedAt: now }),
      });
      if (release) setLive(tx, release);
    },
    { behavior: 'immediate' },
  );
}

/** Whether a publish of this database made the release, and lived to say so. */
export function isKnownRelease(db: Database, id: string): boolean {
  const isIt = eq(releases.id, id);
  return db.select({ id: releases.id }).from(releases).where(isIt).get() !== undefined;
}
