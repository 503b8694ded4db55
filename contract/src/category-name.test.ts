import { expect, it } from 'vitest';
import { categoryLabel } from './category-name.ts';

it.each([
  ['landscape', 'Landschap'],
  ['water', 'Water'],
  ['ijsvogels', 'IJsvogels'],
  ['iPhone', 'iPhone'],
  ['IJsvogels in NP De Hoge Veluwe', 'IJsvogels in NP De Hoge Veluwe'],
  ['constructor', 'Constructor'],
])('labels the category %s %s', (name, label) => {
  expect(categoryLabel(name)).toBe(label);
});
