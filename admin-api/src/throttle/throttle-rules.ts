/**
 * How many tries are free and how long one waits after that (threats T1, T2, T8, T22; pure). A wait is
 * kept as its beginning and its length: a clock that jumps can't make it endless (fault F11).
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How far back a clock may go and a wait that has begun still holds. */
const CLOCK_SLACK_MS = 5 * MINUTE;

export interface ThrottleRule {
  /** This many tries start a wait. */
  tries: number;
  /** Waits after that try and each one that follows; the last one repeats. After the only one tries count from nothing. */
  waitsMs: readonly number[];
  /** Tries count from nothing again this long after the last one. */
  forgetMs: number;
}

/** What is guessed of an account: each further failure waits longer. */
const perAccount = (tries: number, ...minutes: number[]): ThrottleRule => ({
  tries,
  waitsMs: minutes.map((n) => n * MINUTE),
  forgetMs: DAY,
});

/** So many without a pause of so long, and then that pause. */
const atMost = (tries: number, minutes: number): ThrottleRule => ({
  tries,
  waitsMs: [minutes * MINUTE],
  forgetMs: minutes * MINUTE,
});

/** How long unknown devices wait for an account that was guessed at. */
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
  /** What one address gets wrong: passwords of whatever name, build tokens, and resets that it asks for. */
  address: atMost(20, 10),
  /** Messages of a client, and of the network around it. */
  contact: atMost(5, 10),
  'contact-block': atMost(20, 60),
  /** Messages that are mailed, of everybody together. */
  'contact-mail': atMost(60, 60),
  /** Answers of one person: more than anybody writes, and few for who stole a session. */
  reply: atMost(60, 60),
} as const satisfies Record<string, ThrottleRule>;

export type ThrottleKind = keyof typeof throttleRules;

/** What is counted: a kind, and whose. */
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

/** Milliseconds until the next try; 0 when it is free. */
export function waitLeft(state: ThrottleState | undefined, now: number): number {
  if (!state || state.blockedAt === null) return 0;
  // Before its own beginning: the clock went back. By seconds: it was set right, the wait holds.
  if (state.blockedAt - now > CLOCK_SLACK_MS) return 0;
  const left = state.blockedAt + state.waitMs - now;
  return Math.min(state.waitMs, Math.max(0, left));
}

function isForgotten(rule: ThrottleRule, state: ThrottleState, now: number): boolean {
  const isOver = state.blockedAt !== null && waitLeft(state, now) === 0;
  const startsOver = rule.waitsMs.length === 1 && isOver;
  return startsOver || Math.abs(now - state.lastFailureAt) >= rule.forgetMs;
}

/** What is known after one more try. */
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
