import { expect, it } from 'vitest';
import { dayIn } from './day-shapes.ts';

it.each([
  ['Gezien op 12 mei 2026.', '12 mei'],
  ['3rd of March', '3rd of March'],
  ['le 1er août', '1er août'],
  ['4. März', '4. März'],
  ['May 12, 2026', 'May 12'],
  ['foto 2026-05-12', '2026-05-12'],
  ['12/5/26', '12/5/26'],
  ['DSC 20260512', '20260512'],
])('finds the day in %s', (text, day) => {
  expect(dayIn(text)).toBe(day);
});

it.each([
  'mei 2026',
  '© May 2026 Jip',
  '© 2026 Augusta Mars',
  '© 2026, Studio Mei',
  '2 marters bij 3 jonge uilen',
  '© 2019-2026 Jip',
  'Augustus',
  '10 apriloze nachten',
  'zomer 2026, 14 beelden',
])('finds none in %s', (text) => {
  expect(dayIn(text)).toBeNull();
});
