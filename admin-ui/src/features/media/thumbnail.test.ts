import { expect, it } from 'vitest';
import { placeholderUrl, previewUrl, thumbnailUrl } from './thumbnail.ts';

const source = (format: 'avif' | 'jpg' | 'mp4', width: number) => ({
  url: `/media/x/${width}.${format}`,
  format,
  width,
  height: width,
});
const photo = { type: 'photo' as const, imageUrl: '/media/x/960.jpg', poster: null };

it('takes the smallest still that fits, the lighter format first', () => {
  const sources = [
    source('jpg', 960),
    source('avif', 1600),
    source('avif', 960),
    source('avif', 480),
  ];
  expect(thumbnailUrl({ ...photo, sources }, 700)).toBe('/media/x/960.avif');
  expect(thumbnailUrl({ ...photo, sources }, 480)).toBe('/media/x/480.avif');
});
it('takes the largest when none is large enough', () => {
  const sources = [source('avif', 480), source('jpg', 960), source('avif', 960)];
  expect(thumbnailUrl({ ...photo, sources }, 2000)).toBe('/media/x/960.avif');
});
it('falls back to the stored file of a photo, and to the poster of a video', () => {
  expect(thumbnailUrl({ ...photo, sources: [] }, 700)).toBe('/media/x/960.jpg');
  const video = {
    type: 'video' as const,
    imageUrl: '/media/x/video.mp4',
    sources: [source('mp4', 1920)],
  };
  expect(thumbnailUrl({ ...video, poster: '/media/x/960.jpg' }, 700)).toBe('/media/x/960.jpg');
  expect(thumbnailUrl({ ...video, poster: null }, 700)).toBeNull();
});
it('makes nothing of a damaged placeholder', () => {
  expect(placeholderUrl('!!')).toBeNull();
  expect(placeholderUrl(null)).toBeNull();
});
it('plays the short preview, else the smallest film, else the stored one', () => {
  const film = source('mp4', 1920);
  const preview = { ...source('mp4', 480), url: '/media/x/preview.mp4' };
  const imageUrl = '/media/x/video.mp4';
  expect(previewUrl({ imageUrl, sources: [film, source('avif', 100), preview] })).toBe(preview.url);
  expect(previewUrl({ imageUrl, sources: [film, source('mp4', 640)] })).toBe('/media/x/640.mp4');
  expect(previewUrl({ imageUrl, sources: [] })).toBe(imageUrl);
});
