import type { PublishState } from '@veldlicht/contract/publishing';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { changeLanguage } from '#i18n/i18n.ts';
import { aPublishState } from '#testing/builders.ts';
import { allTexts } from '#testing/texts.ts';
import { publishWords, sizeText } from './publish-words.ts';

await allTexts('en');
const now = Date.UTC(2026, 4, 31, 10, 7, 59);
const live = aPublishState({ publishedAt: '2026-05-31T10:00:00.000Z' });
const words = (state: PublishState | undefined, connected = true) =>
  publishWords(state, connected, i18next.t, (iso) => iso.slice(11, 16), now);

it.each<[string, Partial<PublishState>, object]>([
  ['since when the site is live', {}, { tone: 'live', short: 'Live', detail: '10:00' }],
  ['that the site was never published', { publishedAt: null }, { short: 'Not published yet' }],
  [
    'how many pages and images remain',
    { state: 'publishing', pagesDone: 3, pagesTotal: 9, imagesLeft: 1 },
    { tone: 'publishing', detail: '3 of 9 pages, 1 image left' },
  ],
])('says %s', (_, change, expected) => {
  expect(words({ ...live, ...change })).toMatchObject(expected);
});
it('gives the reason of a failure', () => {
  const state: PublishState = { ...live, state: 'failed', error: 'Disk full' };
  expect(words(state)).toMatchObject({ tone: 'failed', detail: 'Disk full' });
  expect(words(state).long).toBe(
    'Your last changes are not on the site yet. What went wrong: Disk full. It is tried again after the next change, or when you press Retry.',
  );
  const next = { ...state, nextTryAt: '2026-05-31T14:03:00.000Z' };
  expect(words(next).long).toContain('Disk full. Next try at 14:03.');
});
it('says how long an external site lags behind', () => {
  const since = (minute: string) => `2026-05-31T10:${minute}.000Z`;
  const behind = (minute: string) =>
    words({ ...live, state: 'publishing', behindSince: since(minute) }).long;
  expect(behind('07:30')).toBe('Your changes are on their way to the site.');
  expect(behind('06:59')).toContain('waiting for 1 minute: what you hid is still visible');
  expect(behind('00:00')).toContain('waiting for 7 minutes');
  expect(words({ ...live, behindSince: since('00:00') }, false).long).not.toContain('minutes');
});
it('reports a lost connection as unknown', () => {
  expect(words(live, false)).toMatchObject({ tone: 'unknown', short: 'Connection lost' });
});

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('formats file sizes', async () => {
  const sizes = [0, 1200, 120_400, 3_440_000, 2_100_000_000].map((bytes) => plain(sizeText(bytes)));
  expect(sizes).toEqual(['0 kB', '1.2 kB', '120 kB', '3.4 MB', '2.1 GB']);
  await changeLanguage('nl');
  expect(plain(sizeText(3_440_000))).toBe('3,4 MB');
});
