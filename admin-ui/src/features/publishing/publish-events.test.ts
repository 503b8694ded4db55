import { expect, it } from 'vitest';
import { readStateEvent, reopenDelay } from './publish-events.ts';

it('reads a state and refuses anything else', () => {
  const state = {
    state: 'publishing',
    releaseId: null,
    publishedAt: null,
    pagesDone: 3,
    pagesTotal: 10,
    films: [],
    imagesLeft: 2,
    error: null,
  };
  expect(readStateEvent(JSON.stringify(state))).toEqual(state);
  expect(readStateEvent('{"state":"dreaming"}')).toBeNull();
  expect(readStateEvent('not json')).toBeNull();
});

it('waits longer after each refusal, and at most half a minute', () => {
  expect([0, 1, 2, 3, 4, 9].map(reopenDelay)).toEqual([1000, 2000, 5000, 10_000, 30_000, 30_000]);
});
