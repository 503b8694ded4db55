/** When to publish (pure; product decisions §5). */

/** A burst of changes that does not end is published anyway after this much time. */
const LONGEST_WAIT_MS = 1000;
/** Waits before a failed publish is tried again by itself. */
const RETRY_DELAYS_MS = [30_000, 120_000, 600_000] as const;

export interface PublishMoment {
  revision: number;
  publishedRevision: number;
  firstChangeAt: number | null;
  lastChangeAt: number | null;
  retryAt: number | null;
  heldRevision: number | null;
}

/** What the last attempts of this worker came to; a success forgets them. */
export interface Failures {
  count: number;
  at: number;
  revision: number;
}

/**
 * Milliseconds until the next publish is due; 0 is now, null is not until something changes.
 * `quietMs` is the silence after which a burst counts as over.
 */
export function publishDelay(
  state: PublishMoment,
  failures: Failures | null,
  quietMs: number,
  now: number,
): number | null {
  if (state.heldRevision === state.revision) return null;
  if (state.retryAt !== null) return 0;
  if (failures && failures.revision === state.revision) {
    const delay = RETRY_DELAYS_MS[failures.count - 1];
    return delay === undefined ? null : Math.max(0, failures.at + delay - now);
  }
  if (state.revision <= state.publishedRevision) return null;
  const quiet = (state.lastChangeAt ?? now) + quietMs - now;
  const longest = (state.firstChangeAt ?? now) + LONGEST_WAIT_MS - now;
  // A clock that jumped back must not hold the site up for longer than the longest wait.
  return Math.max(0, Math.min(quiet, longest, LONGEST_WAIT_MS));
}
