/** Rows about publishing that the API reads for the panel's header. */
import { ATTEMPTS_LISTED } from '@veldlicht/contract/publishing';
import { whereInTime, whereListed, whereStoryListed } from '@veldlicht/database/is-public';
import type { Database, Store } from '@veldlicht/database/open';
import { preparedFor } from '@veldlicht/database/prepared';
import { changedItems, type Since } from '@veldlicht/database/public/private-rows';
import {
  contentState,
  files,
  media,
  mediaRows,
  releases,
  stories,
  storyRows,
} from '@veldlicht/database/schema';
import {
  and,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';

export type ContentState = typeof contentState.$inferSelect;
export type ReleaseRow = typeof releases.$inferInsert;
type StateChange = Parameters<ReturnType<typeof updateState>['set']>[0];

/** Each write of progress is a commit. */
const PROGRESS_EVERY_MS = 250;

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

/** Returns a function that stores the progress. */
export function progressOf(db: Database, now: () => number): (done: number, total: number) => void {
  let writtenAt = now();
  return (pagesDone, pagesTotal) => {
    if (now() - writtenAt < PROGRESS_EVERY_MS) return;
    writtenAt = now();
    setState(db, { pagesDone, pagesTotal });
  };
}

/** Deletes the oldest attempts, but never the last good one. */
export function trimReleases(store: Store): void {
  const newest = store
    .select({ id: releases.id })
    .from(releases)
    .orderBy(desc(releases.createdAt), desc(releases.revision))
    .limit(ATTEMPTS_LISTED);
  store
    .delete(releases)
    .where(and(notInArray(releases.id, newest), not(eq(releases.state, 'live'))))
    .run();
}

/** Marks a release live and the previous one gone, in the caller's transaction. */
function setLive(store: Store, made: ReleaseRow): void {
  store.update(releases).set({ state: 'gone' }).where(eq(releases.state, 'live')).run();
  store.insert(releases).values(made).onConflictDoUpdate({ target: releases.id, set: made }).run();
  trimReleases(store);
}

/** Projected state up to which this process has marked items; a new process starts over. */
const marked = new WeakMap<Database, Since & { epoch: string }>();

/**
 * Fixes the addresses of items and stories that are public at `moment`. Runs before the content
 * is read: a title that changes later must not change a published address.
 */
export function markFirstPublished(db: Database, moment: number, now: number): void {
  // Read first: later writes belong to the next call.
  const { epoch, revision } = readState(db);
  const since = marked.get(db);
  const seqs = since?.epoch === epoch ? JSON.stringify(changedItems(db, since, moment)) : null;
  const isReady = and(eq(files.hash, media.fileHash), eq(files.processing, 'ready'));
  const items = db
    .select({ seq: media.seq })
    .from(media)
    .where(
      and(
        whereListed,
        isNull(media.firstPublishedAt),
        whereInTime(moment),
        or(
          isNotNull(media.previousFileHash),
          exists(db.select({ hash: files.hash }).from(files).where(isReady)),
        ),
        seqs === null ? undefined : sql`${media.seq} IN (SELECT value FROM json_each(${seqs}))`,
      ),
    );
  const first = { firstPublishedAt: now };
  db.update(mediaRows).set(first).where(inArray(mediaRows.seq, items)).run();
  const told = db
    .select({ id: stories.id })
    .from(stories)
    .where(and(whereStoryListed, isNull(stories.firstPublishedAt), whereInTime(moment, stories)));
  db.update(storyRows).set(first).where(inArray(storyRows.id, told)).run();
  marked.set(db, { epoch, revision, moment });
}

/** Ends a publish that changed nothing or went live; later changes stay pending. `moment`: the projection's. */
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
        publishedRevision: revision,
        shownAt: moment,
        firstChangeAt: lastChangeAt,
        lastChangeAt,
        ...(release && { releaseId: release.id, publishedAt: now }),
      });
      if (release) setLive(tx, release);
    },
    { behavior: 'immediate' },
  );
}
