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
  expect(words(state).long).toContain('The last good version stays up');
});
it('does not claim to know when the line is cut', () => {
  expect(words(live, false)).toMatchObject({ tone: 'unknown', short: 'Connection lost' });
});
