import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchClock, wentBackBy } from './clock-watch.ts';

const MINUTE = 60_000;
const at = (wall: number, steady: number) => ({ wall, steady });

it.each([
  ['a minute that passed', at(MINUTE, MINUTE), 0],
  ['a jump of two hours ahead', at(121 * MINUTE, MINUTE), 0],
  ['a jump of ten years ahead', at(10 * 365 * 24 * 60 * MINUTE, MINUTE), 0],
  ['five minutes back, to the millisecond', at(-4 * MINUTE, MINUTE), 0],
  ['a moment more than five minutes back', at(-4 * MINUTE - 1, MINUTE), 5 * MINUTE + 1],
  ['a day back', at(-24 * 60 * MINUTE, MINUTE), 24 * 60 * MINUTE + MINUTE],
  ['a night asleep, both clocks along', at(480 * MINUTE, 480 * MINUTE), 0],
])('judges %s', (_, after, expected) => {
  expect(wentBackBy(at(0, 0), after)).toBe(expected);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('warns once for each time the clock went back, and ends with the process', () => {
  const warn = vi.fn();
  const closing = new AbortController();
  let wall = 0;
  let steady = 0;
  watchClock({ log: { warn }, closing: closing.signal }, () => at(wall, steady));
  const pass = (wallMs: number) => {
    wall += wallMs;
    steady += MINUTE;
    vi.advanceTimersByTime(MINUTE);
  };
  pass(MINUTE);
  pass(-60 * MINUTE);
  pass(MINUTE);
  expect(warn.mock.calls).toEqual([
    [{ backMs: 61 * MINUTE }, 'the clock of this machine went back'],
  ]);
  pass(-60 * MINUTE);
  expect(warn).toHaveBeenCalledTimes(2);
  closing.abort();
  pass(-60 * MINUTE);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});
