import { ladderKey } from '@veldlicht/contract/ladder';
import { expect, test } from 'vitest';
import { heroPreloads, ladderSources, pictureSources, sharingPicture } from './pictures.ts';

const sources = ladderSources('abc', 1600, 900);

test('a capped step has the actual size of its file', () => {
  expect(ladderSources('abc', 1200, 800)).toEqual([
    { url: '/media/abc/480.avif', format: 'avif', width: 480, height: 320 },
    { url: '/media/abc/960.avif', format: 'avif', width: 960, height: 640 },
    { url: '/media/abc/1600.avif', format: 'avif', width: 1200, height: 800 },
    { url: '/media/abc/960.jpg', format: 'jpg', width: 960, height: 640 },
    { url: '/media/abc/1600.jpg', format: 'jpg', width: 1200, height: 800 },
  ]);
});

test('a portrait lists the actual widths of files, whose sizes are by height', () => {
  const portrait = ladderSources('abc-3', 4000, 6000);
  expect(pictureSources(portrait)).toMatchObject({
    avif: [
      ...['/media/abc/480-3.avif 320w', '/media/abc/960-3.avif 640w'],
      ...['/media/abc/1600-3.avif 1067w', '/media/abc/2560-3.avif 1707w'],
      '/media/abc/3840-3.avif 2560w',
    ].join(', '),
    src: '/media/abc/960-3.jpg',
  });
  expect(
    portrait
      .map(({ url }) => url)
      .slice(0, 5)
      .map(ladderKey),
  ).toEqual(Array(5).fill('abc-3'));
});

test('a panorama gets the widest step of the ladder', () => {
  const { avif } = pictureSources(ladderSources('abc-3', 12_000, 2000));
  expect(avif).toMatch(/3840-3\.avif 3840w$/);
});

test('a picture lists its files by format with their actual widths', () => {
  expect(pictureSources(sources)).toEqual({
    avif: '/media/abc/480.avif 480w, /media/abc/960.avif 960w, /media/abc/1600.avif 1600w',
    jpg: '/media/abc/960.jpg 960w, /media/abc/1600.jpg 1600w',
    src: '/media/abc/960.jpg',
  });
});

test('files wider than useful are left out, but never all files', () => {
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

test('phones load the smallest file of the hero first, larger screens the size they need', () => {
  const hero = { width: 3000, height: 2000, sources: ladderSources('abc', 3000, 2000) };
  const [phone, wide] = heroPreloads(hero);
  expect(phone).toEqual({
    media: '(max-width: 767px) and (scripting: enabled)',
    srcset: '/media/abc/480.avif 480w',
    sizes: 'max(100vw, 150vh)',
  });
  expect(wide?.srcset).toContain('2560w');
});
