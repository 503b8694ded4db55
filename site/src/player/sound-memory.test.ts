import { expect, test } from 'vitest';
import { readSound } from './sound-memory.ts';

test('a remembered loudness comes back', () => {
  expect(readSound('{"volume":0.4,"muted":true}')).toEqual({ volume: 0.4, muted: true });
});

test('what no player wrote is left alone', () => {
  const texts = ['', '{', 'null', '7', '{"volume":2,"muted":false}', '{"volume":0.5}', '[]'];
  for (const text of [null, ...texts]) expect([text, readSound(text)]).toEqual([text, null]);
});
