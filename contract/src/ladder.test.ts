import { expect, it } from 'vitest';
import { editionIn, hashOfObjectPath, ladderKey, ladderOf, objectPath } from './ladder.ts';

const avifs = (width: number, height: number, edition = '3') =>
  ladderOf(edition, { width, height }).flatMap((still) =>
    still.format === 'avif' ? [[still.slot, still.width, still.height]] : [],
  );

it('limits the longer side, so that a portrait and a panorama keep their pixels', () => {
  expect(avifs(6000, 4000).map(([slot]) => slot)).toEqual([480, 960, 1600, 2560, 3840]);
  expect(avifs(4000, 6000).at(-1)).toEqual([3840, 2560, 3840]);
  expect(avifs(12_000, 2000).at(-1)).toEqual([3840, 3840, 640]);
  expect(avifs(30_000, 20)[0]).toEqual([480, 480, 1]);
});

it('caps the step above a smaller picture, and enlarges none', () => {
  expect(avifs(1200, 800)).toEqual([
    [480, 480, 320],
    [960, 960, 640],
    [1600, 1200, 800],
  ]);
  expect(avifs(960, 200).map(([slot]) => slot)).toEqual([480, 960]);
  expect(avifs(200, 300)).toEqual([[480, 200, 300]]);
});

it('names every file by its edition; earlier ones go by the width, without one for JPEGs', () => {
  const names = (edition: string) =>
    ladderOf(edition, { width: 500, height: 750 }).map(({ name, width }) => [name, width]);
  const today = [
    ['480-3ab.avif', 320],
    ['960-3ab.avif', 500],
    ['960-3ab.jpg', 500],
  ];
  expect(names('3ab')).toEqual(today);
  expect(names('')).toEqual([
    ['480.avif', 480],
    ['960.avif', 500],
    ['960.jpg', 500],
  ]);
  expect(names('2').map(([name]) => name)).toEqual(['480-2.avif', '960-2.avif', '960.jpg']);
  expect(avifs(9000, 6000, '').at(-1)).toEqual([2560, 2560, 1707]);
  expect(['480-3ab.avif', '480.avif', 'video-720.mp4'].map(editionIn)).toEqual(['3ab', '', '']);
  expect(ladderKey('/media/abc/480-3ab.avif 320w, /media/abc/960-3ab.avif')).toBe('abc-3ab');
  expect(ladderKey('/media/abc/480.avif')).toBe('abc');
});

it('finds the hash in its own paths only', () => {
  const hash = 'a'.repeat(32);
  expect(hashOfObjectPath(objectPath(hash, 'photo'))).toBe(hash);
  expect(hashOfObjectPath(objectPath(hash, 'video'))).toBe(hash);
  expect(hashOfObjectPath(`/media/../${hash}/960.jpg`)).toBeNull();
  expect(hashOfObjectPath(`/media/${hash}/1600.avif`)).toBeNull();
});
