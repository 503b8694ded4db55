import { seededRandom } from '@veldlicht/scripts/nightly-figures';
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

it('rests while nothing changed', () => expect(publishDelay(idle, 100, 9999)).toBeNull());
it('waits for a quiet moment', () => {
  expect(publishDelay(changed, 100, 1030)).toBe(70);
  expect(publishDelay(changed, 100, 1100)).toBe(0);
});
it('does not wait for ever while changes keep coming', () => {
  expect(publishDelay({ ...changed, lastChangeAt: 1990 }, 100, 1995)).toBe(5);
  expect(publishDelay({ ...changed, lastChangeAt: 2000 }, 100, 2000)).toBe(0);
});
it('survives a clock that jumps back', () => {
  expect(publishDelay(changed, 100, -1_000_000)).toBe(1000);
});
it('waits longer after each failure, and after the fourth for a change', () => {
  expect([1, 2, 3, 4, 20].map(retryDelay)).toEqual([30_000, 120_000, 600_000, null, null]);
});
it('tries what failed again at its time, and a change at once', () => {
  const failure = { failedRevision: 6, nextTryAt: 32_000 };
  expect(publishDelay({ ...changed, ...failure }, 100, 2000)).toBe(30_000);
  expect(publishDelay({ ...changed, ...failure }, 100, 32_000)).toBe(0);
  expect(publishDelay({ ...changed, ...failure, nextTryAt: null }, 100, 2000)).toBeNull();
  expect(publishDelay({ ...changed, ...failure, revision: 7 }, 100, 3000)).toBe(0);
  expect(publishDelay({ ...changed, ...failure, retryAt: 1 }, 100, 2000)).toBe(0);
});
it('tries again although nothing changed: the site was built anew', () => {
  expect(publishDelay({ ...idle, failedRevision: 5, nextTryAt: 3000 }, 100, 2000)).toBe(1000);
});
it('puts a try off for ten minutes at most when the clock jumps back', () => {
  expect(publishDelay({ ...changed, failedRevision: 6, nextTryAt: 5e12 }, 100, 0)).toBe(600_000);
});
it('publishes at once when asked to', () => {
  expect(publishDelay({ ...idle, retryAt: 1 }, 100, 2)).toBe(0);
});
it('leaves a release that is held alone until something changes', () => {
  const held = { ...idle, heldRevision: 5, retryAt: 1 };
  expect(publishDelay(held, 100, 2)).toBeNull();
  expect(publishDelay({ ...held, ...changed, heldRevision: 5 }, 100, 2000)).toBe(0);
});

it('wakes up when an item begins or ends, and is overdue when nobody was there', () => {
  const scheduled = { ...idle, scheduledAt: 5000 };
  expect(publishDelay(scheduled, 100, 2000)).toBe(3000);
  expect(publishDelay(scheduled, 100, 9000)).toBe(0);
  expect(publishDelay({ ...changed, scheduledAt: 1010 }, 100, 1000)).toBe(10);
  expect(publishDelay({ ...changed, scheduledAt: 5000 }, 100, 1000)).toBe(100);
});
it('looks at a held release when a moment comes; after a failure it waits for the next try', () => {
  const held = { ...idle, heldRevision: 5, scheduledAt: 5000 };
  expect(publishDelay(held, 100, 4000)).toBe(1000);
  const failed = { failedRevision: 5, nextTryAt: 9000 };
  expect(publishDelay({ ...idle, ...failed, scheduledAt: 5000 }, 100, 6000)).toBe(3000);
});
it('believes a clock that was set back by more than a minute', () => {
  expect(siteMoment(1000, null)).toBe(1000);
  expect(siteMoment(9000, 5000)).toBe(9000);
  expect(siteMoment(4000, 5000)).toBe(5000);
  expect(siteMoment(4000, 90_000)).toBe(4000);
});

/* Many changes in a row (fault F9): few publishes, and the last of them has the last change. */

const EDITS = 200;
const BURST_MS = 5000;
const CLIENTS = 8;
/** How the product is delivered. */
const QUIET_MS = 100;

/** Moments of the edits; each client goes at its own pace through the five seconds. */
function editMoments(seed: number): number[] {
  const random = seededRandom(seed);
  const each = EDITS / CLIENTS;
  const step = BURST_MS / each;
  const paces: Array<(edit: number, client: number) => number> = [
    // As they come, evenly one after the other, and all eight at the same moment.
    (edit) => (edit + random()) * step,
    (edit, client) => (edit + client / CLIENTS) * step,
    (edit) => edit * step,
  ];
  const pace = paces[seed % paces.length] ?? (() => 0);
  return Array.from({ length: EDITS }, (_, n) =>
    Math.floor(pace(Math.floor(n / CLIENTS), n % CLIENTS)),
  ).sort((a, b) => a - b);
}

/** What the worker does, millisecond by millisecond: the revisions that it publishes. */
function publishesOf(edits: number[], publishMs: number): number[] {
  const began = 1_000_000;
  const state = {
    ...{ ...idle, revision: 1, publishedRevision: 1 },
    firstChangeAt: null as number | null,
    lastChangeAt: null as number | null,
    publishedAt: null as number | null,
  };
  const published: number[] = [];
  let running: { revision: number; until: number } | null = null;
  for (let now = began; now < began + BURST_MS + 60_000; now++) {
    for (; edits[state.revision - 1] === now - began; state.revision++) {
      state.firstChangeAt ??= now;
      state.lastChangeAt = now;
    }
    if (running && now >= running.until) {
      const waits = state.revision > running.revision;
      state.publishedRevision = running.revision;
      state.publishedAt = now;
      state.firstChangeAt = waits ? state.lastChangeAt : null;
      state.lastChangeAt = waits ? state.lastChangeAt : null;
      running = null;
    }
    if (running || publishDelay(state, QUIET_MS, now) !== 0) continue;
    running = { revision: state.revision, until: now + publishMs };
    published.push(state.revision);
  }
  return published;
}

it.each([5, 40, 150, 600, 1500, 4000])(
  'publishes 200 edits of 8 clients in 5 s at most seven times when one takes %i ms',
  (publishMs) => {
    for (let seed = 1; seed <= 30; seed++) {
      const published = publishesOf(editMoments(seed), publishMs);
      expect(published.at(-1)).toBe(EDITS + 1);
      expect(published.length).toBeLessThanOrEqual(7);
    }
  },
);
