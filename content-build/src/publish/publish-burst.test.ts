/** Many changes in a row (fault F9): few publishes, and the last of them has the last change. */
import { createTestDatabase } from '@veldlicht/database/testing';
import { seededRandom } from '@veldlicht/scripts/nightly-figures';
import { expect, it } from 'vitest';
import { readState } from './publish-state.ts';
import { publishDelay } from './publish-timing.ts';

const EDITS = 200;
const BURST_MS = 5000;
const CLIENTS = 8;
/** How the product is delivered. */
const QUIET_MS = 100;

const test = await createTestDatabase();
const stored = readState(test.db);
test.remove();

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
    ...{ ...stored, revision: 1, publishedRevision: 1, retryAt: null, scheduledAt: null },
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
    if (running || publishDelay(state, null, QUIET_MS, now) !== 0) continue;
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
