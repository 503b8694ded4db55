import { expect, test } from 'vitest';
import { paragraphs, summary } from './paragraphs.ts';

test('an empty line parts two paragraphs', () => {
  expect(paragraphs('Een.\nTwee.\n\n \nDrie.\n')).toEqual(['Een.\nTwee.', 'Drie.']);
  expect(paragraphs('')).toEqual([]);
});

test('a summary is one line that ends at a word', () => {
  expect(summary('Mist\n\nboven het veen')).toBe('Mist boven het veen');
  expect(summary('Mist boven het veen, heel vroeg', 22)).toBe('Mist boven het veen…');
});
