/**
 * Throttle rules: free attempts, and the waits after them (threats T1, T2, T8, T22; pure). A wait is stored as
 * start and length, so that a clock jump can't make it endless (fault F11).
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A wait survives a clock set back by this much. */
const CLOCK_SLACK_MS = 5 * MINUTE;

export interface ThrottleRule {
  /** This many attempts start a wait. */
  tries: number;
  /** The waits after that attempt and each later one; the last repeats. A single wait resets the count. */
  waitsMs: readonly number[];
  /** The count resets this long after the last attempt. */
  forgetMs: number;
}

/** Guesses at an account: each further failure waits longer. */
const perAccount = (tries: number, ...minutes: number[]): ThrottleRule => ({
  tries,
  waitsMs: minutes.map((n) => n * MINUTE),
  forgetMs: DAY,
});

/** At most `tries` without a pause of `minutes`, then that pause. */
const atMost = (tries: number, minutes: number): ThrottleRule => ({
  tries,
  waitsMs: [minutes * MINUTE],
  forgetMs: minutes * MINUTE,
});

/** Wait of unknown devices once an account was guessed at. */
export const ACCOUNT_WAIT_MS = 60 * MINUTE;

export const throttleRules = {
  /** Wrong passwords for one name from one address. */
  pair: perAccount(5, 1, 2, 4, 8, 15),
  /** Wrong passwords in a browser that was fully signed in before; no attacker has its cookie. */
  device: perAccount(5, 1, 2, 4, 8, 15),
  /** Second factors of one account, counted only after a right password. */
  code: perAccount(5, 15, 30, 60),
  /** Resets mailed to one account. */
  reset: perAccount(3, 30, 60, 180),
  /** Wrong passwords for one name from everywhere but its known devices (NIST SP 800-63B-4 §3.2.2: at most 100). */
  account: perAccount(100, ACCOUNT_WAIT_MS / MINUTE),
  /** Failures of one address: passwords for any name, build tokens, and requested resets. */
  address: atMost(20, 10),
  /** Messages of a client, and of its wider network. */
  contact: atMost(5, 10),
  'contact-block': atMost(20, 60),
  /** Messages forwarded by mail, all senders together. */
  'contact-mail': atMost(60, 60),
  /** Replies of one user: more than anybody writes, few enough for a stolen session. */
  reply: atMost(60, 60),
} as const satisfies Record<string, ThrottleRule>;

export type ThrottleKind = keyof typeof throttleRules;

/** A counter. */
export interface Bucket {
  kind: ThrottleKind;
  key: string;
}

export interface ThrottleState {
  failures: number;
  lastFailureAt: number;
  blockedAt: number | null;
  waitMs: number;
}

/** Milliseconds until the next attempt; 0 when it is free. */
export function waitLeft(state: ThrottleState | undefined, now: number): number {
  if (!state || state.blockedAt === null) return 0;
  // The wait starts in the future: the clock went back. Within the slack it was only corrected, and the wait holds.
  if (state.blockedAt - now > CLOCK_SLACK_MS) return 0;
  const left = state.blockedAt + state.waitMs - now;
  return Math.min(state.waitMs, Math.max(0, left));
}

function isForgotten(rule: ThrottleRule, state: ThrottleState, now: number): boolean {
  const isOver = state.blockedAt !== null && waitLeft(state, now) === 0;
  const startsOver = rule.waitsMs.length === 1 && isOver;
  return startsOver || Math.abs(now - state.lastFailureAt) >= rule.forgetMs;
}

/** The state after one more attempt. */
export function afterTry(
  rule: ThrottleRule,
  known: ThrottleState | undefined,
  now: number,
): ThrottleState {
  const before = known && !isForgotten(rule, known, now) ? known.failures : 0;
  const failures = before + 1;
  const over = failures - rule.tries;
  if (over < 0) return { failures, lastFailureAt: now, blockedAt: null, waitMs: 0 };
  const waitMs = rule.waitsMs[Math.min(over, rule.waitsMs.length - 1)] ?? 0;
  return { failures, lastFailureAt: now, blockedAt: now, waitMs };
}
