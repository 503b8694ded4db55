import { expect, it } from 'vitest';
import { stillMoment, stillSize } from './film-frame.ts';

it('takes a still one second in, or in the middle of a shorter film', () => {
  expect(stillMoment(30)).toBe(1);
  expect(stillMoment(0.8)).toBe(0.4);
  expect(stillMoment(Number.POSITIVE_INFINITY)).toBe(0);
  expect(stillMoment(Number.NaN)).toBe(0);
});

it('keeps the shape of the film and is never larger', () => {
  expect(stillSize(1920, 1080)).toEqual({ width: 1920, height: 1080 });
  expect(stillSize(3840, 2160)).toEqual({ width: 2560, height: 1440 });
  expect(stillSize(2160, 3840)).toEqual({ width: 1440, height: 2560 });
});
