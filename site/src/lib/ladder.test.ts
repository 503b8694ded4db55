import { expect, test } from 'vitest';
import { ladderSources } from './ladder.ts';

test('a capped step tells the true size of its file', () => {
  expect(ladderSources('abc', 1200, 800)).toEqual([
    { url: '/media/abc/480.avif', format: 'avif', width: 480, height: 320 },
    { url: '/media/abc/960.avif', format: 'avif', width: 960, height: 640 },
    { url: '/media/abc/1600.avif', format: 'avif', width: 1200, height: 800 },
    { url: '/media/abc/960.jpg', format: 'jpg', width: 960, height: 640 },
    { url: '/media/abc/1600.jpg', format: 'jpg', width: 1200, height: 800 },
  ]);
});
