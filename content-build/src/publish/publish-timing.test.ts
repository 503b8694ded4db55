import { seededRandom } from '@veldlicht/scripts/nightly-figures';
import { expect, it } from 'vitest';
import { type PublishMoment, publishDelay, retryDelay, siteMoment } from './publish-timing.ts';

const idle = {
  revision: 5,
  publishedRevision: 5,
  firstChangeAt: null,
  lastChangeAt: null,
  retryAt: null,
  scheduledAt: null,
};
const changed = { ...idle, revision: 6, firstChangeAt: 1000, lastChangeAt: 1000 };

const failed = { ...changed, failedRevision: 6, nextTryAt: 32_000 };

/** Case, state, moment, and the delay from then; null: only after a change. */
it.each<[string, PublishMoment, number, number | null]>([
  ['only after a change when nothing has changed', idle, 9999, null],
  ['after a quiet moment', changed, 1030, 70],
  ['at once when the quiet moment has passed', changed, 1100, 0],
  ['after a second while changes keep coming', { ...changed, lastChangeAt: 1990 }, 1995, 5],
  ['at once after a second of changes', { ...changed, lastChangeAt: 2000 }, 2000, 0],
  ['after a second when the clock jumps back', changed, -1_000_000, 1000],
  ['at the next attempt after a failure', failed, 2000, 30_000],
  ['at once when the next attempt is due', failed, 32_000, 0],
  ['only after a change when no attempt is left', { ...failed, nextTryAt: null }, 2000, null],
  ['at once after a change to failed content', { ...failed, revision: 7 }, 3000, 0],
  ['at once when somebody asks to try again', { ...failed, retryAt: 1 }, 2000, 0],
  [
    'at the next attempt without a change, after a new build of the site failed',
    { ...idle, failedRevision: 5, nextTryAt: 3000 },
    2000,
    1000,
  ],
  ['ten minutes after a failure when the clock jumps back', { ...failed, nextTryAt: 5e12 }, 0, 6e5],
  ['at once when somebody asks', { ...idle, retryAt: 1 }, 2, 0],
  ['when an item starts or ends', { ...idle, scheduledAt: 5000 }, 2000, 3000],
  ['at once when a scheduled moment was missed', { ...idle, scheduledAt: 5000 }, 9000, 0],
  ['at a scheduled moment before the quiet one', { ...changed, scheduledAt: 1010 }, 1000, 10],
  ['at the quiet moment when it comes first', { ...changed, scheduledAt: 5000 }, 1000, 100],
  [
    'at the next attempt when a scheduled moment follows a failure',
    { ...idle, failedRevision: 5, nextTryAt: 9000, scheduledAt: 5000 },
    6000,
    3000,
  ],
])('publishes %s', (_what, state, now, delay) => {
  expect(publishDelay(state, 100, now)).toBe(delay);
});
it('waits longer after each failure, and for a change after the fourth', () => {
  expect([1, 2, 3, 4, 20].map(retryDelay)).toEqual([30_000, 120_000, 600_000, null, null]);
});
it('accepts a clock that was set back by more than a minute', () => {
  expect(siteMoment(1000, null)).toBe(1000);
  expect(siteMoment(9000, 5000)).toBe(9000);
  expect(siteMoment(4000, 5000)).toBe(5000);
  expect(siteMoment(4000, 90_000)).toBe(4000);
});

/* Many changes in a row (fault F9): few publishes, and the last one has the last change. */

const EDITS = 200;
const BURST_MS = 5000;
const CLIENTS = 8;
/** The product's default. */
const QUIET_MS = 100;

/** Times of the edits; each client has its own pace. */
function editMoments(seed: number): number[] {
  const random = seededRandom(seed);
  const each = EDITS / CLIENTS;
  const step = BURST_MS / each;
  const paces: Array<(edit: number, client: number) => number> = [
    // At random, evenly one after the other, and all eight at the same moment.
    (edit) => (edit + random()) * step,
    (edit, client) => (edit + client / CLIENTS) * step,
    (edit) => edit * step,
  ];
  const pace = paces[seed % paces.length] ?? (() => 0);
  return Array.from({ length: EDITS }, (_, n) =>
    Math.floor(pace(Math.floor(n / CLIENTS), n % CLIENTS)),
  ).sort((a, b) => a - b);
}

/** Simulates the worker per millisecond; returns the published revisions. */
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
