import { expect, it } from 'vitest';
import { captionLine } from './lift-captions.ts';

it('begins a caption as many lines up as the controls are high', () => {
  // 86 pixels and some air are five lines of 20 pixels.
  expect(captionLine('Een roodborst zingt', 86, 400)).toBe(-5);
  expect(captionLine('Een roodborst zingt', 86, 1000)).toBe(-2);
});

it('begins higher when it is longer', () => {
  expect(captionLine('Een roodborst\nzingt', 86, 400)).toBe(-6);
});
