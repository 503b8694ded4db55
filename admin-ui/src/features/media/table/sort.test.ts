import { blankFields } from '@veldlicht/contract/draft';
import { expect, it } from 'vitest';
import { sortAfter, sorted } from './sort.ts';

const rows = ['foto 10', '', 'Foto 2', 'écureuil'].map((title) => ({ ...blankFields, title }));
const titles = (isDown: boolean) =>
  sorted(rows, (row) => row, { by: 'title', isDown }).map(({ title }) => title);

it('sorts as people count and spell, with what is empty last either way', () => {
  expect(titles(false)).toEqual(['écureuil', 'Foto 2', 'foto 10', '']);
  expect(titles(true)).toEqual(['foto 10', 'Foto 2', 'écureuil', '']);
});

it('turns round when a column is pressed again, and begins upwards with another', () => {
  const first = sortAfter(null, 'title');
  const second = sortAfter(first, 'title');
  expect([first, second, sortAfter(second, 'date')].map(({ isDown }) => isDown)).toEqual([
    false,
    true,
    false,
  ]);
});
