import i18next from 'i18next';
import { expect, it } from 'vitest';
import { allTexts } from '#testing/texts.ts';
import { differingParts, versionField, versionText } from './version-words.ts';

await allTexts('nl');
const { t } = i18next;

it('shows of long texts what differs, with some words around it', () => {
  const [before, after] = ['a'.repeat(500), 'z'.repeat(500)];
  const [was, became] = differingParts(`${before}ree${after}`, `${before}${after}`);
  expect(was).toBe(`…${'a'.repeat(60)}ree${'z'.repeat(60)}…`);
  expect(became).toBe(`…${'a'.repeat(60)}${'z'.repeat(60)}…`);
  expect(differingParts('Ree', '')).toEqual(['Ree', '']);
  // Letters that are one in both texts count once.
  expect(differingParts('aa', 'aaa')).toEqual(['aa', 'aaa']);
});

it('calls fields as the forms do, and leaves out what follows from another choice', () => {
  const name = (column: string) => versionField(column, t);
  expect(name('profile.heroTitle')).toBe(t('heroTitle'));
  expect(name('categoryId')).toBe(t('category'));
  expect(name('exactChosen')).toBeNull();
});

it('says values in words', () => {
  const text = (name: string, value: Parameters<typeof versionText>[1]) =>
    versionText(name, value, t);
  expect(text('tagIds', [])).toBe(t('versionEmpty'));
  expect(text('tagIds', ['mist', 'ree'])).toBe('mist, ree');
  expect(text('status', 'draft')).toBe(t('draft'));
  expect(text('title', 'draft')).toBe('draft');
  expect(text('profile.notForTraining', false)).toBe(t('versionNo'));
});
