import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  type ThrottleKind,
  type ThrottleState,
  throttleRules,
  waitLeft,
} from './throttle-rules.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const T = Date.UTC(2026, 4, 31, 12);

const kinds: ThrottleKind[] = ['pair', 'device', 'address', 'account', 'code', 'build'];
const longestWait = (kind: ThrottleKind) => Math.max(...throttleRules[kind].waitsMs);

/** A try as the service makes it: refused during a wait, else it fails and counts. */
function tryOnce(kind: ThrottleKind, state: ThrottleState | undefined, now: number) {
  if (waitLeft(state, now) > 0) return state;
  return afterFailure(throttleRules[kind], state, now);
}

/** The waits that begin when every try comes the moment it is let through. */
function waitsOf(kind: ThrottleKind, tries: number): number[] {
  let state: ThrottleState | undefined;
  let now = T;
  return Array.from({ length: tries }, () => {
    state = afterFailure(throttleRules[kind], state, now);
    const wait = waitLeft(state, now);
    now += wait;
    return wait / MINUTE;
  });
}

describe('the waits in minutes', () => {
  const none = (length: number) => Array<number>(length).fill(0);

  it.each(['pair', 'device'] as const)('of a %s: 1, 2, 4, 8, then always 15', (kind) => {
    expect(waitsOf(kind, 11)).toEqual([...none(4), 1, 2, 4, 8, 15, 15, 15]);
  });

  it('of second factors: 15, 30, then always 60', () => {
    expect(waitsOf('code', 9)).toEqual([...none(4), 15, 30, 60, 60, 60]);
  });

  it('of an address: 10 after twenty, and the next twenty are free', () => {
    expect(waitsOf('address', 41)).toEqual([...none(19), 10, ...none(19), 10, 0]);
  });

  it('of an account: 60 after a hundred, and the next hundred are free', () => {
    expect(waitsOf('account', 201)).toEqual([...none(99), 60, ...none(99), 60, 0]);
  });
});

describe('what is forgotten', () => {
  const failing = (kind: ThrottleKind, moments: number[]) =>
    moments.reduce<ThrottleState | undefined>((state, now) => tryOnce(kind, state, now), undefined);

  it.each(['pair', 'device', 'account', 'code'] as const)(
    'the failures of a %s a day after the last one, not sooner',
    (kind) => {
      const last = T + 3 * HOUR;
      const failures = (now: number) => failing(kind, [T, last, now])?.failures;
      expect(failures(last + DAY - 1)).toBe(3);
      expect(failures(last + DAY)).toBe(1);
    },
  );

  it('the failures of an address ten minutes after the first one', () => {
    const failures = (now: number) => failing('address', [T, T + 9 * MINUTE, now])?.failures;
    expect(failures(T + 10 * MINUTE - 1)).toBe(3);
    expect(failures(T + 10 * MINUTE)).toBe(1);
  });

  it('nothing because of a clock that goes back by seconds', () => {
    expect(failing('pair', [T, T + SECOND, T, T - SECOND, T])?.failures).toBe(5);
  });
});

describe('one wait', () => {
  const blocked = afterFailure(
    throttleRules.pair,
    { failures: 4, windowAt: T, lastFailureAt: T, blockedAt: null, waitMs: 0 },
    T,
  );

  it.each([
    ['at its beginning', 0, MINUTE],
    ['a moment before its end', MINUTE - 1, 1],
    ['at its end', MINUTE, 0],
    ['ten years later', 3650 * DAY, 0],
    ['a second before its beginning: the clock was set right', -SECOND, MINUTE],
    ['five minutes before its beginning', -5 * MINUTE, MINUTE],
    ['a moment more: the clock jumped', -5 * MINUTE - 1, 0],
    ['a day before its beginning', -DAY, 0],
  ])('%s', (_, since, left) => {
    expect(waitLeft(blocked, T + since)).toBe(left);
  });

  it('is none without failures', () => {
    expect(waitLeft(undefined, T)).toBe(0);
  });
});

describe('whatever comes', () => {
  const kind = fc.constantFrom(...kinds);
  const jump = fc.constantFrom(-DAY, -2 * HOUR, -SECOND, 0, SECOND, 2 * HOUR, 3650 * DAY);
  const step = fc.oneof(jump, fc.integer({ min: 0, max: 20 * MINUTE }));
  /** Long enough for every rule: the one of accounts waits for a hundred failures. */
  const steps = fc.array(fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, step), {
    minLength: 5,
    maxLength: 300,
    size: 'max',
  });

  it('refused tries never move the moment at which the next one is free', () => {
    fc.assert(
      fc.property(kind, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (kind, moments) => {
        let state: ThrottleState | undefined;
        while (waitLeft(state, T) === 0) state = afterFailure(throttleRules[kind], state, T);
        const free = T + waitLeft(state, T);
        for (const part of [...moments].sort((a, b) => a - b)) {
          const now = T + Math.floor(part * (free - T - 1));
          state = tryOnce(kind, state, now);
          expect(now + waitLeft(state, now)).toBe(free);
        }
        expect(waitLeft(state, free)).toBe(0);
      }),
    );
  });

  it('no wait is longer than the longest of its rule, at any moment of any clock', () => {
    fc.assert(
      fc.property(kind, steps, step, (kind, steps, last) => {
        let state: ThrottleState | undefined;
        let now = T;
        for (const ms of steps) {
          now += ms;
          state = tryOnce(kind, state, now);
          expect(waitLeft(state, now)).toBeLessThanOrEqual(longestWait(kind));
        }
        expect(waitLeft(state, now + last)).toBeLessThanOrEqual(longestWait(kind));
      }),
    );
  });

  it('a clock that jumps makes no block endless: it is over when its time has passed', () => {
    fc.assert(
      fc.property(kind, steps, jump, (kind, steps, last) => {
        let state: ThrottleState | undefined;
        let now = T;
        for (const ms of steps) {
          now += ms;
          state = tryOnce(kind, state, now);
        }
        now += last;
        // Ten years of a clock that runs true, refused tries on the way.
        let waited = 0;
        for (let i = 0; waitLeft(state, now) > 0 && i < 100; i += 1) {
          now += MINUTE;
          waited += MINUTE;
        }
        expect(waited).toBeLessThanOrEqual(longestWait(kind) + 5 * MINUTE);
      }),
    );
  });

  it.each(kinds)('a clock that shakes by a second gives a %s no free tries', (kind) => {
    let state: ThrottleState | undefined;
    let counted = 0;
    for (let i = 0; i < 1000; i += 1) {
      const now = T + (i % 2 === 0 ? SECOND : -SECOND);
      if (waitLeft(state, now) === 0) counted += 1;
      state = tryOnce(kind, state, now);
    }
    expect(counted).toBe(throttleRules[kind].failures);
  });

  it('second factors of one account: no more than 100 failures in any 24 hours (NIST)', () => {
    let state: ThrottleState | undefined;
    const moments: number[] = [];
    for (let now = T; now < T + 5 * DAY; now += Math.max(waitLeft(state, now), SECOND)) {
      if (waitLeft(state, now) === 0) moments.push(now);
      state = tryOnce('code', state, now);
    }
    const inOneDay = moments.map(
      (from) => moments.filter((at) => at >= from && at < from + DAY).length,
    );
    expect(Math.max(...inOneDay)).toBeLessThanOrEqual(100);
    expect(Math.max(...inOneDay)).toBeGreaterThan(5);
  });
});
