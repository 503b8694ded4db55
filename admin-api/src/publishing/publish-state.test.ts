import { expect, it } from 'vitest';
import { toPublishState } from './publish-state.ts';

const row = {
  id: 1,
  epoch: 'e1',
  rules: null,
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
  shownAt: null,
  startedAt: null,
  failedCount: 0,
  failedRevision: null,
  nextTryAt: null,
};
const facts = {
  imagesLeft: 0,
  videos: [],
  versions: [],
  latestAttempt: null,
  isElsewhere: false,
};

it.each([
  ['live', {}],
  ['waiting', { revision: 6 }],
  ['publishing', { revision: 6, running: true }],
  ['publishing', { running: true, error: 'old trouble' }],
  ['failed', { error: 'trouble' }],
  ['failed', { error: 'trouble', revision: 6 }],
])('is %s with %j', (state, change) => {
  expect(toPublishState({ ...row, ...change }, facts).state).toBe(state);
});

it('has the release, its time, the progress and the error', () => {
  const videos = [{ objectPath: '/media/a/video.mp4', percent: 43 }];
  const trouble = { ...row, pagesDone: 1, pagesTotal: 9, error: 'trouble', nextTryAt: 30_000 };
  const known = {
    ...facts,
    imagesLeft: 3,
    videos,
    versions: ['/media/b/video.mp4'],
    latestAttempt: 'failed-1',
  };
  expect(toPublishState(trouble, known)).toEqual({
    state: 'failed',
    releaseId: 'r5',
    publishedAt: '2026-05-31T00:00:00.000Z',
    pagesDone: 1,
    pagesTotal: 9,
    imagesLeft: 3,
    videos,
    versions: ['/media/b/video.mp4'],
    error: 'trouble',
    nextTryAt: '1970-01-01T00:00:30.000Z',
    behindSince: null,
    latestAttempt: 'failed-1',
  });
});

it('has no next attempt while one runs', () => {
  const running = { ...row, error: 'trouble', nextTryAt: 30_000, running: true };
  expect(toPublishState(running, facts).nextTryAt).toBeNull();
});

it('has the time since which a site built elsewhere lacks a change', () => {
  const waiting = { ...row, revision: 6, firstChangeAt: 60_000, lastChangeAt: 90_000 };
  const since = '1970-01-01T00:01:00.000Z';
  expect(toPublishState(waiting, facts).behindSince).toBeNull();
  const elsewhere = { ...facts, isElsewhere: true };
  expect(toPublishState(waiting, elsewhere).behindSince).toBe(since);
  expect(toPublishState({ ...waiting, error: 'trouble' }, elsewhere).behindSince).toBe(since);
  expect(toPublishState(row, elsewhere).behindSince).toBeNull();
});
