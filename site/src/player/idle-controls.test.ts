import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdleTimer } from './idle-controls.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function timer(mayHide = () => true) {
  const controls = { isIdle: false };
  const made = createIdleTimer(mayHide, (isIdle) => {
    controls.isIdle = isIdle;
  });
  return { ...made, controls };
}

test('controls hide 1.5 seconds after the last sign of the visitor', () => {
  const { wake, controls } = timer();
  wake();
  vi.advanceTimersByTime(1499);
  expect(controls.isIdle).toBe(false);
  vi.advanceTimersByTime(1);
  expect(controls.isIdle).toBe(true);
});

test('every sign begins the count anew and shows them', () => {
  const { wake, controls } = timer();
  wake();
  vi.advanceTimersByTime(1000);
  wake();
  vi.advanceTimersByTime(1000);
  expect(controls.isIdle).toBe(false);
  vi.advanceTimersByTime(500);
  expect(controls.isIdle).toBe(true);
  wake();
  expect(controls.isIdle).toBe(false);
});

test('controls stay as long as there is a reason', () => {
  const { wake, controls } = timer(() => false);
  wake();
  vi.advanceTimersByTime(60_000);
  expect(controls.isIdle).toBe(false);
});

test('a player that is taken away counts no further', () => {
  const { wake, stop, controls } = timer();
  wake();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(controls.isIdle).toBe(false);
});
