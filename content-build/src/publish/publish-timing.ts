/** When to publish, and when items begin and end by themselves (product decisions §5). */
import { whereListed, whereStoryListed } from '@veldlicht/database/is-public';
import type { Store } from '@veldlicht/database/open';
import { preparedFor } from '@veldlicht/database/prepared';
import { media, stories } from '@veldlicht/database/schema';
import { and, gt, lte, min, type SQL, sql } from 'drizzle-orm';

/** Clocks are put right by seconds all the time; what has begun does not end for that. */
const CLOCK_PLAY_MS = 60_000;

/** The moment to make the site for: now, or the last one when the clock was set back a little. */
export function siteMoment(now: number, shownAt: number | null): number {
  if (shownAt === null || now >= shownAt || shownAt - now > CLOCK_PLAY_MS) return now;
  return shownAt;
}

/** A burst of changes that does not end is published anyway after this much time. */
const LONGEST_WAIT_MS = 1000;
/** Silence that ends a burst of which a part was published within the longest wait (fault F9). */
const BURST_QUIET_MS = 400;
/** Waits before a failed publish is tried again by itself. */
const RETRY_DELAYS_MS = [30_000, 120_000, 600_000] as const;
const LONGEST_RETRY_MS = Math.max(...RETRY_DELAYS_MS);

export interface PublishMoment {
  revision: number;
  publishedRevision: number;
  publishedAt?: number | null;
  firstChangeAt: number | null;
  lastChangeAt: number | null;
  retryAt: number | null;
  /** The content that could not be published; null after a success. */
  failedRevision?: number | null;
  /** When that is tried again by itself; null: after the next change. */
  nextTryAt?: number | null;
  /** When an item begins or ends next, without any change of content; in the past: overdue. */
  scheduledAt: number | null;
}

/** Milliseconds until a publish that failed so often in a row is tried again; null: not by itself. */
export function retryDelay(failuresInARow: number): number | null {
  return RETRY_DELAYS_MS[failuresInARow - 1] ?? null;
}

/** The earlier of two delays; null is never. */
function sooner(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/**
 * Milliseconds until the next publish is due; 0 is now, null is not until something changes.
 * `quietMs` is the silence after which a burst counts as over. A moment at which an item begins or
 * ends is a change like any other.
 */
export function publishDelay(state: PublishMoment, quietMs: number, now: number): number | null {
  const scheduled = state.scheduledAt === null ? null : Math.max(0, state.scheduledAt - now);
  if (state.retryAt !== null) return 0;
  if (state.failedRevision === state.revision) {
    if (state.nextTryAt == null) return null;
    // A clock that jumped back must not put it off for longer than the longest wait.
    return Math.max(0, Math.min(state.nextTryAt - now, LONGEST_RETRY_MS));
  }
  if (state.revision <= state.publishedRevision) return scheduled;
  const isBurst = now - (state.publishedAt ?? -Infinity) < LONGEST_WAIT_MS;
  const silence = isBurst ? Math.max(quietMs, BURST_QUIET_MS) : quietMs;
  const quiet = (state.lastChangeAt ?? now) + silence - now;
  const longest = (state.firstChangeAt ?? now) + LONGEST_WAIT_MS - now;
  // A clock that jumped back must not hold the site up for longer than the longest wait.
  return sooner(Math.max(0, Math.min(quiet, longest, LONGEST_WAIT_MS)), scheduled);
}

/**
 * Whether somebody waits for the site: it is being published, or soon will be, other than by the clock (pure). What failed
 * and is tried again later is waited for by nobody until then.
 */
export function isAwaited(
  state: Omit<PublishMoment, 'scheduledAt'> & { running: boolean },
  now: number,
): boolean {
  if (state.running) return true;
  const delay = publishDelay({ ...state, scheduledAt: null }, 0, now);
  return delay !== null && delay <= LONGEST_WAIT_MS;
}

const firstOf = (
  table: typeof media | typeof stories,
  name: 'publishFrom' | 'publishUntil',
  isListed: SQL | undefined,
) =>
  preparedFor((store) => {
    const [after, upTo] = [sql.placeholder('after'), sql.placeholder('upTo')];
    const column = table[name];
    return store
      .select({ at: min(column) })
      .from(table)
      .where(and(gt(column, after), lte(column, upTo), isListed))
      .prepare();
  });
const firsts = (['publishFrom', 'publishUntil'] as const).flatMap((name) => [
  firstOf(media, name, whereListed),
  firstOf(stories, name, whereStoryListed),
]);

/** The earliest moment after one and up to another at which an item or a story begins or ends, or null. */
function earliest(db: Store, after: number, upTo: number): number | null {
  const moments = firsts
    .map((query) => query(db).get({ after, upTo })?.at ?? null)
    .filter((at) => at !== null);
  return moments.length > 0 ? Math.min(...moments) : null;
}

/** The next moment at which an item begins or ends, or null. */
export function nextMoment(db: Store, after: number): number | null {
  return earliest(db, after, Number.MAX_SAFE_INTEGER);
}

/**
 * The next moment at which the site has to show something else without any change of content; one
 * in the past is overdue: nobody was there. `shownAt` is the moment the site was last made for,
 * `moment` the present one, which lies before it when the clock was set back.
 */
export function scheduledMoment(db: Store, shownAt: number | null, moment: number): number | null {
  if (shownAt !== null && moment < shownAt && earliest(db, moment, shownAt) !== null) return moment;
  return nextMoment(db, shownAt ?? 0);
}
