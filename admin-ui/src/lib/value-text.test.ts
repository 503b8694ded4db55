import i18next from 'i18next';
import { expect, it } from 'vitest';
import { allTexts } from '#testing/texts.ts';
import { longMomentText } from './time-text.ts';
import { valueText } from './value-text.ts';

await allTexts('nl');
const { t } = i18next;
const text = (name: string, value: unknown) => valueText(name, value, t);

it('formats values as forms show them', () => {
  expect(text('tagIds', ['mist', 'ree'])).toBe('mist, ree');
  expect(text('social', [{ label: 'Werk', url: 'https://a.nl' }])).toBe('Werk, https://a.nl');
  expect(text('status', 'draft')).toBe(t('draft'));
  expect(text('title', 'draft')).toBe('draft');
  expect(text('profile.notForTraining', false)).toBe(t('valueOff'));
  const moment = '2026-05-31T08:00:00.000Z';
  expect(text('publishFrom', moment)).toBe(longMomentText(moment));
  expect(text('date', '2025-09-13')).toBe('13 september 2025');
  expect(text('body', [{ kind: 'text', text: 'Een ree' }])).toBe('Een ree');
});

it('names an empty value', () => {
  for (const [name, value] of Object.entries({
    tagIds: [],
    title: '',
    publishFrom: null,
    body: [],
  }))
    expect(text(name, value)).toBe(t('valueEmpty'));
});
