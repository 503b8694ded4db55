/** When to publish, and when items start and end by schedule (pure except for its queries). */
import { whereListed, whereStoryListed } from '@veldlicht/database/is-public';
import type { Store } from '@veldlicht/database/open';
import { preparedFor } from '@veldlicht/database/prepared';
import { media, stories } from '@veldlicht/database/schema';
import { and, gt, lte, min, type SQL, sql } from 'drizzle-orm';

/** Clock corrections of seconds must not end an item that has started. */
const CLOCK_PLAY_MS = 60_000;

/** Moment to publish for: now, or that of the last publish when the clock was set back a little. */
export function siteMoment(now: number, shownAt: number | null): number {
  if (shownAt === null || now >= shownAt || shownAt - now > CLOCK_PLAY_MS) return now;
  return shownAt;
}

/** A burst of changes is published after this time even if it has not ended. */
const LONGEST_WAIT_MS = 1000;
/** Silence that ends a burst once a part of it is published (fault F9). */
const BURST_QUIET_MS = 400;
/** Delays before a failed publish is retried. */
const RETRY_DELAYS_MS = [30_000, 120_000, 600_000] as const;
const LONGEST_RETRY_MS = Math.max(...RETRY_DELAYS_MS);

export interface PublishMoment {
  revision: number;
  publishedRevision: number;
  publishedAt?: number | null;
  firstChangeAt: number | null;
  lastChangeAt: number | null;
  retryAt: number | null;
  /** Revision that failed; null after a success. */
  failedRevision?: number | null;
  /** Time of the next attempt; null: after the next change. */
  nextTryAt?: number | null;
  /** Next scheduled start or end of an item; overdue when in the past. */
  scheduledAt: number | null;
}

/** Milliseconds until the next attempt; null: no automatic retry. */
export function retryDelay(failuresInARow: number): number | null {
  return RETRY_DELAYS_MS[failuresInARow - 1] ?? null;
}

/** Null means never. */
function sooner(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/**
 * Milliseconds until the next publish: 0 is now, null is only after a change. `quietMs` of silence end a burst. A
 * scheduled start or end of an item counts as a change.
 */
export function publishDelay(state: PublishMoment, quietMs: number, now: number): number | null {
  const scheduled = state.scheduledAt === null ? null : Math.max(0, state.scheduledAt - now);
  if (state.retryAt !== null) return 0;
  if (state.failedRevision === state.revision) {
    if (state.nextTryAt == null) return null;
    // A clock that was set back must not delay it further.
    return Math.max(0, Math.min(state.nextTryAt - now, LONGEST_RETRY_MS));
  }
  if (state.revision <= state.publishedRevision) return scheduled;
  const isBurst = now - (state.publishedAt ?? -Infinity) < LONGEST_WAIT_MS;
  const silence = isBurst ? Math.max(quietMs, BURST_QUIET_MS) : quietMs;
  const quiet = (state.lastChangeAt ?? now) + silence - now;
  const longest = (state.firstChangeAt ?? now) + LONGEST_WAIT_MS - now;
  // A clock that was set back must not delay it further.
  return sooner(Math.max(0, Math.min(quiet, longest, LONGEST_WAIT_MS)), scheduled);
}

/** Whether a publish is running or due soon, other than by schedule. A failed one counts once its retry is due. */
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

/** Earliest scheduled start or end of an item or story in (after, upTo], or null. */
function earliest(db: Store, after: number, upTo: number): number | null {
  const moments = firsts
    .map((query) => query(db).get({ after, upTo })?.at ?? null)
    .filter((at) => at !== null);
  return moments.length > 0 ? Math.min(...moments) : null;
}

export function nextMoment(db: Store, after: number): number | null {
  return earliest(db, after, Number.MAX_SAFE_INTEGER);
}

/**
 * Next scheduled start or end of an item; overdue ones are in the past. `shownAt`: moment of the last publish;
 * `moment`: now, which is earlier than `shownAt` when the clock was set back.
 */
export function scheduledMoment(db: Store, shownAt: number | null, moment: number): number | null {
  if (shownAt !== null && moment < shownAt && earliest(db, moment, shownAt) !== null) return moment;
  return nextMoment(db, shownAt ?? 0);
}
