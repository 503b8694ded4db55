/** How far the site has come, as rows the API reads: what the admin's header shows. */
import { RELEASES_LISTED } from '@veldlicht/contract/publishing';
import { whereInTime, whereListed, whereStoryListed } from '@veldlicht/database/is-public';
import type { Database, Store } from '@veldlicht/database/open';
import { preparedFor } from '@veldlicht/database/prepared';
import { contentState, files, media, releases, stories } from '@veldlicht/database/schema';
import { and, desc, eq, inArray, isNotNull, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { releasesToKeep } from '../release/releases-to-keep.ts';

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

/** A step back begins; why the last publish failed stays true meanwhile. */
export function markRestoring(db: Database, now: number): void {
  const begun = { running: true, startedAt: now, pagesDone: 0, pagesTotal: 0 };
  setState(db, { ...begun, restoreError: null });
}

/** Tells the header how far a publish or a step back is. */
export function progressOf(db: Database, now: () => number): (done: number, total: number) => void {
  let writtenAt = now();
  return (pagesDone, pagesTotal) => {
    if (now() - writtenAt < PROGRESS_EVERY_MS) return;
    writtenAt = now();
    setState(db, { pagesDone, pagesTotal });
  };
}

/** The order of the list. */
const newestFirst = [desc(releases.createdAt), desc(releases.revision)];

/** Forgets the oldest attempts; never what can be gone back to, however many failed after it. */
export function trimReleases(store: Store): void {
  const newest = store
    .select({ id: releases.id })
    .from(releases)
    .orderBy(...newestFirst)
    .limit(RELEASES_LISTED)
    .all();
  if (newest.length < RELEASES_LISTED) return;
  const isGood = inArray(releases.state, ['live', 'kept']);
  const kept = store.select({ id: releases.id }).from(releases).where(isGood).all();
  const ids = [...newest, ...kept].map(({ id }) => id);
  store.delete(releases).where(notInArray(releases.id, ids)).run();
}

/**
 * Makes a release the live one, in the transaction that says so; `made` is its row when it is new. What it
 * pushes out is gone from now on: nobody is offered a way back to a folder that is about to go.
 */
function setLive(store: Store, id: string, made: ReleaseRow | null, now: number): void {
  store.update(releases).set({ state: 'kept' }).where(eq(releases.state, 'live')).run();
  if (made)
    store
      .insert(releases)
      .values(made)
      .onConflictDoUpdate({ target: releases.id, set: made })
      .run();
  store.update(releases).set({ state: 'live' }).where(eq(releases.id, id)).run();
  const { createdAt, bytes, state, auditId } = releases;
  const good = store
    .select({ id: releases.id, createdAt, bytes, state, auditId })
    .from(releases)
    .where(ne(state, 'failed'))
    .orderBy(...newestFirst)
    .all();
  const kept = releasesToKeep(good, now);
  const gone = good.filter((one) => one.state === 'kept' && !kept.has(one.id));
  const isGone = inArray(
    releases.id,
    gone.map((one) => one.id),
  );
  store.update(releases).set({ state: 'gone' }).where(isGone).run();
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
        ...{ ...IDLE, ...NO_FAILURE, error: null, restoreError: null, heldRevision: null },
        ...{ publishedRevision: revision, shownAt: moment },
        ...{ firstChangeAt: lastChangeAt, lastChangeAt },
        ...(release && { releaseId: release.id, publishedAt: now }),
      });
      if (!release) return;
      setLive(tx, release.id, release, now);
    },
    { behavior: 'immediate' },
  );
}

/** Whether a publish of this database made the release, and lived to say so. */
export function isKnownRelease(db: Database, id: string): boolean {
  const isIt = eq(releases.id, id);
  return db.select({ id: releases.id }).from(releases).where(isIt).get() !== undefined;
}

/** Good releases, newest first. */
export function keptReleases(db: Database) {
  return db
    .select()
    .from(releases)
    .where(inArray(releases.state, ['live', 'kept']))
    .orderBy(...newestFirst)
    .all();
}

/** A step back: what is live, and the newest revision and moment that it was taken with. */
export interface StepBack {
  releaseId: string;
  publishedAt: number;
  heldRevision: number;
  shownAt: number;
}

/** Records that an earlier release is shown; `made` is the row of one that was made for it. */
export function markSteppedBack(db: Database, step: StepBack, made: ReleaseRow | null): void {
  db.transaction(
    (tx) => {
      setLive(tx, step.releaseId, made, step.publishedAt);
      // What changed since then begins a burst of its own.
      const isChanged = readState(tx).revision > step.heldRevision;
      const lastChangeAt = isChanged ? sql`${contentState.lastChangeAt}` : null;
      setState(tx, { ...step, error: null, firstChangeAt: lastChangeAt, lastChangeAt });
    },
    { behavior: 'immediate' },
  );
}

/**
 * Ends a step to another release; `error` is why it was not taken, a sentence for people. Being back
 * at the newest release ends the hold, unless changes wait: nothing is kept from visitors any more.
 */
export function markRestored(db: Database, error: string | null): void {
  db.transaction(
    (tx) => {
      setState(tx, { ...IDLE, restoreId: null, restoreError: error });
      if (error !== null) return;
      // What a step back made itself knows of no entry of the audit log, and is never the newest.
      const newest = tx
        .select({ id: releases.id })
        .from(releases)
        .where(and(ne(releases.state, 'failed'), isNotNull(releases.auditId)))
        .orderBy(desc(releases.revision), desc(releases.createdAt))
        .limit(1)
        .get();
      const { releaseId, revision, publishedRevision } = readState(tx);
      if (newest?.id === releaseId && revision <= publishedRevision)
        setState(tx, { heldRevision: null });
    },
    { behavior: 'immediate' },
  );
}

/** Ends a hold whose release is lost and can't be made again: the newest takes its place. `error` says why. */
export function markLost(db: Database, error: string, now: number): void {
  const ended = { ...IDLE, restoreId: null, restoreError: error };
  setState(db, { ...ended, heldRevision: null, retryAt: now });
}

/**
 * Ends a look at the release that is held, after a change: it shows what it may show now. `error` ends
 * the hold, and says why that can't be shown any more: what was removed must go all the same. So does
 * `isEnded`, when the newest was asked for meanwhile.
 */
export function markHeld(db: Database, error: string | null, isEnded = error !== null): void {
  const ended = isEnded ? { heldRevision: null, restoreError: error } : {};
  setState(db, { ...IDLE, ...NO_FAILURE, ...ended });
}
