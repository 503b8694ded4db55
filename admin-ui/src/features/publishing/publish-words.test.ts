import type { PublishState } from '@veldlicht/contract/publishing';
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { en } from '#i18n/en.ts';
import { publishWords } from './publish-words.ts';

const live: PublishState = {
  state: 'live',
  releaseId: 'r1',
  publishedAt: '2026-05-31T10:00:00.000Z',
  pagesDone: 0,
  pagesTotal: 0,
  films: [],
  imagesLeft: 0,
  error: null,
  nextTryAt: null,
  held: false,
  heldBy: null,
  changesWaiting: 0,
  releaseMadeAt: '2026-05-31T08:00:00.000Z',
  restoring: null,
  restoreError: null,
  latestAttempt: 'r1',
};
const words = (state: PublishState | undefined, connected = true) =>
  publishWords(state, connected, i18next.t, (iso) => iso.slice(11, 16));

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: en } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
});

it('says since when the site is live', () => {
  expect(words(live)).toMatchObject({ tone: 'live', short: 'Live', detail: '10:00' });
});
it('says that nothing has been published yet', () => {
  expect(words({ ...live, publishedAt: null })).toMatchObject({ short: 'Not published yet' });
});
it('counts pages and images while publishing', () => {
  const state: PublishState = {
    ...live,
    state: 'publishing',
    pagesDone: 3,
    pagesTotal: 9,
    imagesLeft: 1,
  };
  expect(words(state)).toMatchObject({ tone: 'publishing', detail: '3 of 9 pages, 1 image left' });
});
it('tells the reason of a failure', () => {
  const state: PublishState = { ...live, state: 'failed', error: 'Disk full' };
  expect(words(state)).toMatchObject({ tone: 'failed', detail: 'Disk full' });
  expect(words(state).long).toBe(
    'The last good version stays up. What went wrong: Disk full. It is tried again after the next change, or when you press Retry.',
  );
  const next = { ...state, nextTryAt: '2026-05-31T14:03:00.000Z' };
  expect(words(next).long).toContain('Disk full. Next try at 14:03.');
});
it('does not pass an older version off as the newest', () => {
  expect(words({ ...live, held: true })).toMatchObject({
    tone: 'older',
    short: 'Older version',
    detail: '08:00',
  });
  expect(words({ ...live, held: true }).long).toContain(
    'Visitors see the version of 08:00, as somebody chose.',
  );
  expect(words({ ...live, held: true, heldBy: 'eva' }).long).toContain(
    'Visitors see the version of 08:00, as eva chose.',
  );
});
it('says that another version is being shown, and why one could not be', () => {
  const restoring: PublishState = { ...live, state: 'publishing', restoring: 'r0' };
  expect(words(restoring).short).toBe('Switching version');
  const refused = { ...live, restoreError: 'There is no release r0.' };
  expect(words(refused)).toMatchObject({ tone: 'live', short: 'Live' });
  expect(words(refused).long).toBe(
    'Visitors see the latest version, live since 10:00. The other version could not be shown: There is no release r0.',
  );
});
it('does not claim to know when the line is cut', () => {
  expect(words(live, false)).toMatchObject({ tone: 'unknown', short: 'Connection lost' });
});
