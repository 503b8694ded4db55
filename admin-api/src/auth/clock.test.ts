/** A clock that jumps ends sessions early rather than never (fault F11; waits: throttle.test.ts). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionCookieOf, statusOfMe, trySignIn } from '#testing/accounts.ts';
import { useTestApp } from '#testing/test-app.ts';
import { watchClock, wentBackBy } from './clock-watch.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEARS = 3650 * DAY;

describe('a jump of the clock', () => {
  const t = useTestApp();
  const isIn = async (cookie = t.cookie) => (await statusOfMe(t, cookie)) === 200;

  it.each([
    ['a day back', -DAY, false],
    ['five minutes back', -5 * MINUTE, true],
    ['a little more than that', -5 * MINUTE - 1, false],
    ['two hours ahead', 2 * HOUR, true],
    ['ten years ahead', YEARS, false],
  ])('%s: a session counts or not', async (_, jump, expected) => {
    t.pass(jump);
    expect(await isIn()).toBe(expected);
    // A new one can be had at once.
    expect(await isIn(sessionCookieOf(await trySignIn(t, 'eva')))).toBe(true);
  });

  it('ahead: a session from then is void once it is right', async () => {
    t.pass(DAY);
    const { cookie } = t.signInAs('viewer');
    expect(await isIn(cookie)).toBe(true);
    t.pass(-DAY);
    expect(await isIn(cookie)).toBe(false);
  });
});

describe('the watch', () => {
  const at = (wall: number, steady: number) => ({ wall, steady });
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['a minute that passed', at(MINUTE, MINUTE), 0],
    ['ten years ahead', at(YEARS, MINUTE), 0],
    ['five minutes back, to the millisecond', at(-4 * MINUTE, MINUTE), 0],
    ['a moment more than five minutes back', at(-4 * MINUTE - 1, MINUTE), 5 * MINUTE + 1],
    ['a night asleep, both clocks along', at(8 * HOUR, 8 * HOUR), 0],
  ])('judges %s', (_, after, expected) => {
    expect(wentBackBy(at(0, 0), after)).toBe(expected);
  });

  it('warns once for each time the clock went back, and ends with the process', () => {
    const warn = vi.fn();
    const closing = new AbortController();
    let [wall, steady] = [0, 0];
    watchClock({ log: { warn }, closing: closing.signal }, () => at(wall, steady));
    const pass = (wallMs: number) => {
      wall += wallMs;
      steady += MINUTE;
      vi.advanceTimersByTime(MINUTE);
    };
    for (const ms of [MINUTE, -HOUR, MINUTE]) pass(ms);
    const warning = [{ backMs: HOUR + MINUTE }, 'the clock of this machine went back'];
    expect(warn.mock.calls).toEqual([warning]);
    pass(-HOUR);
    expect(warn).toHaveBeenCalledTimes(2);
    closing.abort();
    pass(-HOUR);
    expect(warn).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});
