import { expect, test } from 'vitest';
import { ladderSources } from './ladder.ts';
import { pictureSources, sharingPicture } from './picture-sources.ts';

const sources = ladderSources('abc', 1600, 900);

test('a picture lists its files by format with their true widths', () => {
  expect(pictureSources(sources)).toEqual({
    avif: '/media/abc/480.avif 480w, /media/abc/960.avif 960w, /media/abc/1600.avif 1600w',
    jpg: '/media/abc/960.jpg 960w, /media/abc/1600.jpg 1600w',
    src: '/media/abc/960.jpg',
  });
});

test('files above the widest useful one are left out, but never all', () => {
  expect(pictureSources(sources, 500)).toEqual({
    avif: '/media/abc/480.avif 480w',
    jpg: '/media/abc/960.jpg 960w',
    src: '/media/abc/960.jpg',
  });
});

test('the largest JPEG is the one to share', () => {
  expect(sharingPicture(sources)?.url).toBe('/media/abc/1600.jpg');
  expect(sharingPicture([])).toBeUndefined();
});
