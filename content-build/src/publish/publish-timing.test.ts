import { expect, it } from 'vitest';
import { siteMoment } from '../snapshot/database-source.ts';
import { publishDelay, retryDelay } from './publish-timing.ts';

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
it('waits longer after each failure, and after the fourth for a change', () => {
  expect([1, 2, 3, 4, 20].map(retryDelay)).toEqual([30_000, 120_000, 600_000, null, null]);
});
it('tries what failed again at its time, and a change at once', () => {
  const failure = { revision: 6, nextTryAt: 32_000 };
  expect(publishDelay(changed, failure, 100, 2000)).toBe(30_000);
  expect(publishDelay(changed, failure, 100, 32_000)).toBe(0);
  expect(publishDelay(changed, { ...failure, nextTryAt: null }, 100, 2000)).toBeNull();
  expect(publishDelay({ ...changed, revision: 7 }, failure, 100, 3000)).toBe(0);
  expect(publishDelay({ ...changed, retryAt: 1 }, failure, 100, 2000)).toBe(0);
});
it('tries again although nothing changed: the site was built anew', () => {
  expect(publishDelay(idle, { revision: 5, nextTryAt: 3000 }, 100, 2000)).toBe(1000);
});
it('puts a try off for ten minutes at most when the clock jumps back', () => {
  expect(publishDelay(changed, { revision: 6, nextTryAt: 5e12 }, 100, 0)).toBe(600_000);
});
it('publishes at once when asked to', () => {
  expect(publishDelay({ ...idle, retryAt: 1 }, null, 100, 2)).toBe(0);
});
it('leaves a release that is held alone until something changes', () => {
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
it('looks at a held release when a moment comes; after a failure it waits for the next try', () => {
  const held = { ...idle, heldRevision: 5, scheduledAt: 5000 };
  expect(publishDelay(held, null, 100, 4000)).toBe(1000);
  const failed = { revision: 5, nextTryAt: 9000 };
  expect(publishDelay({ ...idle, scheduledAt: 5000 }, failed, 100, 6000)).toBe(3000);
});
it('believes a clock that was set back by more than a minute', () => {
  expect(siteMoment(1000, null)).toBe(1000);
  expect(siteMoment(9000, 5000)).toBe(9000);
  expect(siteMoment(4000, 5000)).toBe(5000);
  expect(siteMoment(4000, 90_000)).toBe(4000);
});
it('merges 200 edits in 5 s into at most 7 publishes, the last of which holds the last (fault F9)', () => {
  for (const publishMs of [5, 50, 400, 3000]) {
    let state = { ...idle, revision: 0, publishedRevision: 0 };
    let change: { firstChangeAt: number | null; lastChangeAt: number | null } = state;
    let running: { revision: number; endsAt: number } | null = null;
    let publishes = 0;
    for (let now = 0; now < 20_000; now++) {
      if (now < 5000 && now % 25 === 0) {
        change = { firstChangeAt: change.firstChangeAt ?? now, lastChangeAt: now };
        state = { ...state, revision: state.revision + 1 };
      }
      if (running && now >= running.endsAt) {
        const waits = state.revision > running.revision;
        change = waits
          ? { ...change, firstChangeAt: change.lastChangeAt }
          : { firstChangeAt: null, lastChangeAt: null };
        state = { ...state, publishedRevision: running.revision };
        running = null;
      }
      if (!running && publishDelay({ ...state, ...change }, null, 100, now) === 0) {
        publishes += 1;
        running = { revision: state.revision, endsAt: now + publishMs };
      }
    }
    expect(state).toMatchObject({ revision: 200, publishedRevision: 200 });
    expect(publishes).toBeLessThanOrEqual(7);
  }
});
