import { describe, expect, it } from 'vitest';
import { isSafe, marksIn } from './safe-text.ts';
import { plausible } from './testing-plausible.ts';
import { leading } from './testing-titles.ts';

describe('what leads to a place or a day', () => {
  it('has enough to try', () => expect(new Set(leading).size).toBeGreaterThanOrEqual(200));
  it.each(leading)('marks %j', (text) => {
    expect(marksIn(text)).not.toEqual([]);
  });
});

it('marks all that may lead somewhere, in the order of the text', () => {
  const text = 'Bij boer Hesselink op 13 mei, langs de N304 naar het naardermeer';
  const words = marksIn(text).map(({ word, tells }) => `${tells} ${word}`);
  expect(words).toEqual(['place Hesselink', 'day 13 mei', 'place N304', 'place naardermeer']);
});

it('asks without need about one of ten plausible titles at most', () => {
  expect(new Set(plausible).size).toBeGreaterThanOrEqual(200);
  const asked = plausible.filter((title) => !isSafe(title));
  expect(asked.length / plausible.length, asked.join('\n')).toBeLessThanOrEqual(0.1);
});
