import { describe, expect, it } from 'vitest';
import { isSafe, marksIn } from './safe-text.ts';
import { leading, plausible } from './testing-titles.ts';

describe('what leads to a place or a day', () => {
  it('has enough to try', () => expect(new Set(leading).size).toBeGreaterThanOrEqual(200));
  it.each(leading)('marks %j', (text) => {
    expect(marksIn(text)).not.toEqual([]);
  });
});

it('asks without need about one of ten plausible titles at most', () => {
  expect(new Set(plausible).size).toBeGreaterThanOrEqual(200);
  const asked = plausible.filter((title) => !isSafe(title));
  expect(asked.length / plausible.length, asked.join('\n')).toBeLessThanOrEqual(0.1);
});
