import { expect, it } from 'vitest';
import { changeLanguage, startTexts } from '#i18n/i18n.ts';
import { categoryText } from './field-words.ts';

await startTexts('en');

it.each([
  ['en', 'Landscape', 'Water'],
  ['nl', 'Landschap', 'Water'],
] as const)('labels categories in %s', async (language, builtIn, own) => {
  await changeLanguage(language);
  expect(['landscape', 'water'].map(categoryText)).toEqual([builtIn, own]);
});
