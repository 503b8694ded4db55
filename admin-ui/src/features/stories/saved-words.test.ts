import i18next from 'i18next';
import { expect, it } from 'vitest';
import { longMomentText } from '#lib/time-text.ts';
import { allTexts } from '#testing/texts.ts';
import { fileNameCaptions, savedWords } from './saved-words.ts';

await allTexts('nl');
const { t } = i18next;

const NOW = Date.parse('2026-05-01T12:00:00Z');
const items = [
  { id: 'a', title: 'DSC_4711', originalName: 'DSC_4711.JPG' },
  { id: 'b', title: 'Boomklever', originalName: 'DSC_4712.JPG' },
];
const saved = {
  status: 'published' as const,
  withheld: false,
  publishFrom: null,
  publishUntil: null,
  body: [{ kind: 'single' as const, media: ['b'] }],
};
const said = (change: Partial<Parameters<typeof savedWords>[1]>) =>
  savedWords('series', { ...saved, ...change }, items, NOW, t);

it('says whether visitors see a saved story', () => {
  expect(said({})).toBe(t('storyOnSite'));
  expect(said({ status: 'draft' })).toBe(t('storyIsDraft'));
  expect(said({ withheld: true })).toBe(t('series:withheld'));
  expect(said({ publishUntil: '2026-04-01T12:00:00Z' })).toBe(t('storyEnded'));
  const later = '2026-06-01T12:00:00Z';
  expect(said({ publishFrom: later })).toBe(t('storyScheduled', { moment: longMomentText(later) }));
});

it('names captions that are still file names', () => {
  const pair = { kind: 'pair' as const, media: ['a', 'b'] };
  expect(fileNameCaptions([pair], items)).toEqual(['DSC_4711']);
  expect(fileNameCaptions([{ ...pair, captions: ['Een boomklever', ''] }], items)).toEqual([]);
  expect(said({ body: [pair] })).toContain('DSC_4711');
});
