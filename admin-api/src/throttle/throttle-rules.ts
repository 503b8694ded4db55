/**
 * How many tries are free and how long one waits after that (threats T1, T2, T8; pure). A wait is
 * kept as its beginning and its length: a clock that jumps can't make it endless (fault F11).
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How far back a clock may go and a wait that has begun still holds. */
const CLOCK_SLACK_MS = 5 * MINUTE;

export interface ThrottleRule {
  /** This many failures start a wait. */
  failures: number;
  /** Waits after that failure and each one that follows; the last one repeats. */
  waitsMs: readonly number[];
  /** Failures count from nothing again this long after the last one, or after the first one. */
  forgetMs: number;
  window: 'last' | 'first';
  /** Whether the failures are forgotten when a wait is over. */
  startsAnew: boolean;
}

export const throttleRules = {
  /** One name from one address. */
  pair: {
    failures: 5,
    waitsMs: [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE),
    forgetMs: 24 * HOUR,
    window: 'last',
    startsAnew: false,
  },
  /** A browser that was fully signed in before; no attacker has its cookie. */
  device: {
    failures: 5,
    waitsMs: [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE),
    forgetMs: 24 * HOUR,
    window: 'last',
    startsAnew: false,
  },
  /** All names from one address. */
  address: {
    failures: 20,
    waitsMs: [10 * MINUTE],
    forgetMs: 10 * MINUTE,
    window: 'first',
    startsAnew: true,
  },
  /** One name from everywhere but its known devices (NIST SP 800-63B-4 §3.2.2: at most 100). */
  account: {
    failures: 100,
    waitsMs: [HOUR],
    forgetMs: 24 * HOUR,
    window: 'last',
    startsAnew: true,
  },
  /** Second factors of one account, counted only after a right password. */
  code: {
    failures: 5,
    waitsMs: [15, 30, 60].map((minutes) => minutes * MINUTE),
    forgetMs: 24 * HOUR,
    window: 'last',
    startsAnew: false,
  },
  /** Resets mailed to one account. */
  reset: {
    failures: 3,
    waitsMs: [30, 60, 180].map((minutes) => minutes * MINUTE),
    forgetMs: 24 * HOUR,
    window: 'last',
    startsAnew: false,
  },
  /** Resets asked for from one address, whoever they are for. */
  resets: {
    failures: 10,
    waitsMs: [10 * MINUTE],
    forgetMs: 10 * MINUTE,
    window: 'first',
    startsAnew: true,
  },
  /** Wrong build tokens from one address. */
  build: {
    failures: 20,
    waitsMs: [10 * MINUTE],
    forgetMs: 10 * MINUTE,
    window: 'first',
    startsAnew: true,
  },
  /** Messages of one network that could not be stored; those that are have slots. */
  contact: {
    failures: 5,
    waitsMs: [10 * MINUTE],
    forgetMs: 10 * MINUTE,
    window: 'first',
    startsAnew: true,
  },
} as const satisfies Record<string, ThrottleRule>;

export type ThrottleKind = keyof typeof throttleRules;

/** What is counted: a kind, and whose. */
export interface Bucket {
  kind: ThrottleKind;
  key: string;
}

export interface ThrottleState {
  failures: number;
  windowAt: number;
  lastFailureAt: number;
  blockedAt: number | null;
  waitMs: number;
}

/** Milliseconds until the next try; 0 when it is free. */
export function waitLeft(state: ThrottleState | undefined, now: number): number {
  if (!state || state.blockedAt === null) return 0;
  // Before its own beginning: the clock went back. By seconds: it was set right, the wait holds.
  if (state.blockedAt - now > CLOCK_SLACK_MS) return 0;
  const left = state.blockedAt + state.waitMs - now;
  return Math.min(state.waitMs, Math.max(0, left));
}

function isForgotten(rule: ThrottleRule, state: ThrottleState, now: number): boolean {
  const since = rule.window === 'last' ? state.lastFailureAt : state.windowAt;
  const isOver = state.blockedAt !== null && waitLeft(state, now) === 0;
  return Math.abs(now - since) >= rule.forgetMs || (rule.startsAnew && isOver);
}

/** What is known after one more failure. */
export function afterFailure(
  rule: ThrottleRule,
  known: ThrottleState | undefined,
  now: number,
): ThrottleState {
  const before = known && !isForgotten(rule, known, now) ? known : undefined;
  const failures = (before?.failures ?? 0) + 1;
  const windowAt = before?.windowAt ?? now;
  const over = failures - rule.failures;
  if (over < 0) return { failures, windowAt, lastFailureAt: now, blockedAt: null, waitMs: 0 };
  const waitMs = rule.waitsMs[Math.min(over, rule.waitsMs.length - 1)] ?? 0;
  return { failures, windowAt, lastFailureAt: now, blockedAt: now, waitMs };
}
