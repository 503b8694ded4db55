import i18next from 'i18next';
import { expect, it } from 'vitest';
import { allTexts } from '#testing/texts.ts';
import { differingParts, versionField } from './version-words.ts';

await allTexts('nl');
const { t } = i18next;

it('cuts long texts to their difference with context', () => {
  const [before, after] = ['a'.repeat(500), 'z'.repeat(500)];
  const [was, became] = differingParts(`${before}ree${after}`, `${before}${after}`);
  expect(was).toBe(`…${'a'.repeat(60)}ree${'z'.repeat(60)}…`);
  expect(became).toBe(`…${'a'.repeat(60)}${'z'.repeat(60)}…`);
  expect(differingParts('Ree', '')).toEqual(['Ree', '']);
  // Shared letters count once.
  expect(differingParts('aa', 'aaa')).toEqual(['aa', 'aaa']);
});

it('labels fields as forms do, and hides derived ones', () => {
  const name = (column: string) => versionField(column, t);
  expect(name('profile.heroTitle')).toBe(t('heroTitle'));
  expect(name('categoryId')).toBe(t('category'));
  expect(name('heroPicture')).toBe('Grote foto');
  expect(name('notShown')).not.toBe('notShown');
  expect(name('exactChosen')).toBeNull();
});
