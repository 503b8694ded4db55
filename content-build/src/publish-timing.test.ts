import { expect, it } from 'vitest';
import { publishDelay, siteMoment } from './publish-timing.ts';

const idle = {
  revision: 5,
  publishedRevision: 5,
  firstChangeAt: null,
  lastChangeAt: null,
  retryAt: null,
  heldRevision: null,
  scheduledAt: null,
};
const changed = { ...idle, revision: 6, firstChangeAt: 1000, lastChangeAt: 1000 };

it('rests while nothing changed', () => expect(publishDelay(idle, null, 100, 9999)).toBeNull());
it('waits for a quiet moment', () => {
  expect(publishDelay(changed, null, 100, 1030)).toBe(70);
  expect(publishDelay(changed, null, 100, 1100)).toBe(0);
});
it('does not wait for ever while changes keep coming', () => {
  expect(publishDelay({ ...changed, lastChangeAt: 1990 }, null, 100, 1995)).toBe(5);
  expect(publishDelay({ ...changed, lastChangeAt: 2000 }, null, 100, 2000)).toBe(0);
});
it('survives a clock that jumps back', () => {
  expect(publishDelay(changed, null, 100, -1_000_000)).toBe(1000);
});
it('tries a failed publish again, ever later, then waits for a change', () => {
  const failed = (count: number) => ({ count, at: 2000, revision: 6 });
  expect(publishDelay(changed, failed(1), 100, 2000)).toBe(30_000);
  expect(publishDelay(changed, failed(3), 100, 2000)).toBe(600_000);
  expect(publishDelay(changed, failed(4), 100, 2000)).toBeNull();
  expect(publishDelay({ ...changed, revision: 7 }, failed(4), 100, 3000)).toBe(0);
});
it('publishes at once when asked to', () => {
  expect(publishDelay({ ...idle, retryAt: 1 }, null, 100, 2)).toBe(0);
});
it('holds a release that was gone back to until the next change', () => {
  const held = { ...idle, heldRevision: 5, retryAt: 1 };
  expect(publishDelay(held, null, 100, 2)).toBeNull();
  expect(publishDelay({ ...held, ...changed, heldRevision: 5 }, null, 100, 2000)).toBe(0);
});

it('wakes up when an item begins or ends, and is overdue when nobody was there', () => {
  const scheduled = { ...idle, scheduledAt: 5000 };
  expect(publishDelay(scheduled, null, 100, 2000)).toBe(3000);
  expect(publishDelay(scheduled, null, 100, 9000)).toBe(0);
  expect(publishDelay({ ...changed, scheduledAt: 1010 }, null, 100, 1000)).toBe(10);
  expect(publishDelay({ ...changed, scheduledAt: 5000 }, null, 100, 1000)).toBe(100);
});
it('lets a moment that comes end a step back, and a wait after failures', () => {
  const held = { ...idle, heldRevision: 5, scheduledAt: 5000 };
  expect(publishDelay(held, null, 100, 4000)).toBe(1000);
  const failed = { count: 4, at: 2000, revision: 5 };
  expect(publishDelay({ ...idle, scheduledAt: 5000 }, failed, 100, 4000)).toBe(1000);
  const first = { ...failed, count: 1 };
  expect(publishDelay({ ...idle, scheduledAt: 90_000 }, first, 100, 4000)).toBe(28_000);
});
it('believes a clock that was set back by more than a minute', () => {
  expect(siteMoment(1000, null)).toBe(1000);
  expect(siteMoment(9000, 5000)).toBe(9000);
  expect(siteMoment(4000, 5000)).toBe(5000);
  expect(siteMoment(4000, 90_000)).toBe(4000);
});
