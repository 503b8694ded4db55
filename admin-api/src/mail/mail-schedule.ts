/** When mail is tried again and when it is given up (pure). */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Waits after the first failures; the last one repeats. */
const WAITS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR] as const;
export const LONGEST_WAIT_MS = 4 * HOUR;
/** Older mail tells nobody anything any more. */
const KEEP_MS = 7 * 24 * HOUR;
/** A server that refuses a recipient this often means it: some refuse strangers at first. */
const REFUSALS = 3;

/** Milliseconds to the next attempt when the `attempts`-th one (from 1) fails. */
export function waitAfter(attempts: number): number {
  return WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? LONGEST_WAIT_MS;
}

/** Whether mail has waited for too long; also when the clock was years ahead as it was written. */
export function isExpired(createdAt: number, now: number): boolean {
  return Math.abs(now - createdAt) >= KEEP_MS;
}

/** Whether there is no point in trying again. */
export function isHopeless(attempts: number, isRefused: boolean): boolean {
  return isRefused && attempts >= REFUSALS;
}
