import { ladderKey } from '@veldlicht/contract/ladder';
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

test('AVIFs that were made again have addresses of their own', () => {
  const again = ladderSources('abc-2', 900, 600).map(({ url }) => url);
  expect(again).toEqual(['/media/abc/480-2.avif', '/media/abc/960-2.avif', '/media/abc/960.jpg']);
  expect(again.slice(0, 2).map(ladderKey)).toEqual(['abc-2', 'abc-2']);
  expect(ladderKey('/media/abc/480.avif 480w, /media/abc/960.avif 960w')).toBe('abc');
});
