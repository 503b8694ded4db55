import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#http/app-error.ts';
import { watchUpload } from './receive-file.ts';

const rule = { windowMs: 30_000, windowBytes: 480 * 1024, capMs: 4 * 60 * 60 * 1000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function run(bytesPerSecond: number, seconds: number, mayGoOn = () => {}) {
  const watch = watchUpload(rule, mayGoOn);
  for (let second = 1; second <= seconds && !watch.signal.aborted; second += 1) {
    watch.onBytes(second * bytesPerSecond);
    vi.advanceTimersByTime(1000);
  }
  watch.stop();
  return watch.signal;
}

it('lets a slow but honest line of 2 Mbit/s finish 250 MB (L5)', () => {
  expect(run(250_000, 1050).aborted).toBe(false);
});

it('ends an upload below 16 KiB/s after the first window', () => {
  expect(run(16 * 1024 - 1, 29).aborted).toBe(false);
  expect(run(16 * 1024 - 1, 31).reason).toMatchObject({ code: 'timeout' });
});

it('ends an upload that takes more than four hours', () => {
  expect(run(20 * 1024, 4 * 60 * 60 - 1).aborted).toBe(false);
  expect(run(20 * 1024, 4 * 60 * 60 + 1).aborted).toBe(true);
});

it('ends an upload within a second when its user may no longer send (T5)', () => {
  const signal = run(1_000_000, 2, () => {
    throw new AppError('forbidden');
  });
  expect(signal.reason).toMatchObject({ code: 'forbidden' });
});

it('leaves no timer behind', () => {
  run(1_000_000, 1);
  expect(vi.getTimerCount()).toBe(0);
});
