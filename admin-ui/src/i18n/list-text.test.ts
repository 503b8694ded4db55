import { expect, it } from 'vitest';
import { listText } from './server-text.ts';

it('links the last of a list in the language of the reader', () => {
  expect(listText('JPEG, PNG or WebP', 'of')).toBe('JPEG, PNG of WebP');
});
it('leaves a list without a link, and every other "or", alone', () => {
  expect(listText('JPEG', 'of')).toBe('JPEG');
  expect(listText('for or against or neither', 'of')).toBe('for or against of neither');
});
