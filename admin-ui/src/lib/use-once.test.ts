import { expect, it } from 'vitest';
import { createOnce } from './use-once.ts';

it('sends one call for two clicks, and the next one when that is over', () => {
  const once = createOnce();
  const sent: string[] = [];
  once.run(() => sent.push('first click'));
  once.run(() => sent.push('second click'));
  expect(sent).toEqual(['first click']);
  once.release();
  once.run(() => sent.push('later'));
  expect(sent).toEqual(['first click', 'later']);
});
