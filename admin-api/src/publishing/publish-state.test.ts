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
  startedAt: null,
  failedCount: 0,
  failedRevision: null,
  nextTryAt: null,
  restoreId: null,
  restoreError: null,
};
const facts = {
  ...{ imagesLeft: 0, videos: [], versions: [], releaseMadeAt: null },
  ...{ latestAttempt: null, askedBack: 'eva', changesWaiting: 2 },
};

it.each([
  ['live', {}],
  ['waiting', { revision: 6 }],
  ['publishing', { revision: 6, running: true }],
  ['publishing', { running: true, error: 'old trouble' }],
  ['live', { revision: 6, heldRevision: 6 }],
  ['live', { revision: 7, heldRevision: 6 }],
  ['failed', { error: 'trouble' }],
  ['failed', { error: 'trouble', revision: 6 }],
  ['publishing', { restoreId: 'r4' }],
  ['publishing', { restoreId: 'r4', error: 'trouble' }],
])('is %s with %j', (state, change) => {
  expect(toPublishState({ ...row, ...change }, facts).state).toBe(state);
});

it('tells the release, its time, the progress and the reason', () => {
  const videos = [{ objectPath: '/media/a/video.mp4', percent: 43 }];
  const trouble = { ...row, pagesDone: 1, pagesTotal: 9, error: 'trouble', nextTryAt: 30_000 };
  const known = {
    ...facts,
    imagesLeft: 3,
    videos,
    versions: ['/media/b/video.mp4'],
    releaseMadeAt: 1000,
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
    held: false,
    heldBy: null,
    changesWaiting: 0,
    releaseMadeAt: '1970-01-01T00:00:01.000Z',
    restoring: null,
    restoreError: null,
    latestAttempt: 'failed-1',
  });
});

it('tells that an older release is shown on purpose, and how much waits behind it', () => {
  const back = { ...row, heldRevision: 5 };
  expect(toPublishState(back, facts)).toMatchObject({
    ...{ state: 'live', held: true, heldBy: 'eva', changesWaiting: 2 },
  });
  const inVain = { ...back, restoreError: 'The disk is full' };
  expect(toPublishState(inVain, facts)).toMatchObject({ held: true, heldBy: null });
  const changed = { ...back, revision: 6 };
  expect(toPublishState(changed, facts)).toMatchObject({
    ...{ state: 'live', held: true, heldBy: 'eva' },
  });
});

it('promises no try while one is under way', () => {
  const running = { ...row, error: 'trouble', nextTryAt: 30_000, running: true };
  expect(toPublishState(running, facts).nextTryAt).toBeNull();
});
