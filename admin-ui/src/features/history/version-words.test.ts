import i18next from 'i18next';
import { expect, it } from 'vitest';
import { allTexts } from '#testing/texts.ts';
import { differingParts, versionField } from './version-words.ts';

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
