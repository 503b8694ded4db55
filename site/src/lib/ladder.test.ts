import { avifLadder, jpegLadder, stepsFor } from '@veldlicht/contract/renditions';
import { expect, test } from 'vitest';
import { AVIF_SLOTS, JPEG_SLOTS, ladderSources, slotsFor } from './ladder.ts';

test('the slots are those of the contract', () => {
  expect(AVIF_SLOTS).toEqual(avifLadder.map((step) => step.slot));
  expect(JPEG_SLOTS).toEqual(jpegLadder.map((step) => step.slot));
});

test('a width needs the same steps as in the contract', () => {
  for (const width of [1, 300, 480, 481, 960, 1500, 1600, 2559, 2560, 9000]) {
    const steps = stepsFor(avifLadder, width).map((step) => step.slot);
    expect(slotsFor(AVIF_SLOTS, width)).toEqual(steps);
  }
});

test('a capped step tells the true size of its file', () => {
  expect(ladderSources('abc', 1200, 800)).toEqual([
    { url: '/media/abc/480.avif', format: 'avif', width: 480, height: 320 },
    { url: '/media/abc/960.avif', format: 'avif', width: 960, height: 640 },
    { url: '/media/abc/1600.avif', format: 'avif', width: 1200, height: 800 },
    { url: '/media/abc/960.jpg', format: 'jpg', width: 960, height: 640 },
    { url: '/media/abc/1600.jpg', format: 'jpg', width: 1200, height: 800 },
  ]);
});
