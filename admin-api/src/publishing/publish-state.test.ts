import { expect, it } from 'vitest';
import { toPublishState } from './publish-state.ts';

const row = {
  id: 1,
  revision: 5,
  publishedRevision: 5,
  firstChangeAt: null,
  lastChangeAt: null,
  releaseId: 'r5',
  publishedAt: Date.UTC(2026, 4, 31),
  running: false,
  pagesDone: 0,
  pagesTotal: 0,
  error: null,
  retryAt: null,
  heldRevision: null,
  shownAt: null,
};

it.each([
  ['live', {}],
  ['waiting', { revision: 6 }],
  ['publishing', { revision: 6, running: true }],
  ['publishing', { running: true, error: 'old trouble' }],
  ['live', { revision: 6, heldRevision: 6 }],
  ['waiting', { revision: 7, heldRevision: 6 }],
  ['failed', { error: 'trouble' }],
  ['failed', { error: 'trouble', revision: 6 }],
])('is %s with %j', (state, change) => {
  expect(toPublishState({ ...row, ...change }, 0, []).state).toBe(state);
});

it('tells the release, its time, the progress and the reason', () => {
  const films = [{ objectPath: '/media/a/video.mp4', percent: 43 }];
  const trouble = { ...row, pagesDone: 1, pagesTotal: 9, error: 'trouble' };
  expect(toPublishState(trouble, 3, films)).toEqual({
    state: 'failed',
    releaseId: 'r5',
    publishedAt: '2026-05-31T00:00:00.000Z',
    pagesDone: 1,
    pagesTotal: 9,
    imagesLeft: 3,
    films,
    error: 'trouble',
  });
});
