import { expect, it } from 'vitest';
import { placeholderUrl, previewOfItem, previewUrl, thumbnailUrl } from './media-urls.ts';

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
it('plays the short preview, else the smallest video, else the stored one', () => {
  const video = source('mp4', 1920);
  const preview = { ...source('mp4', 480), url: '/media/x/preview.mp4' };
  const imageUrl = '/media/x/video.mp4';
  expect(previewUrl({ imageUrl, sources: [video, source('avif', 100), preview] })).toBe(
    preview.url,
  );
  expect(previewUrl({ imageUrl, sources: [video, source('mp4', 640)] })).toBe('/media/x/640.mp4');
  expect(previewUrl({ imageUrl, sources: [] })).toBe(imageUrl);
});

it('leads to the page that the item will have', () => {
  const facts = { slug: 'ree-1234', processing: 'ready', withheld: false } as const;
  const item = { ...facts, type: 'photo' } as const;
  expect(previewOfItem(item)).toBe('/admin/preview/foto/ree-1234');
  expect(previewOfItem({ ...item, type: 'video' })).toBe('/admin/preview/video/ree-1234');
  expect(previewOfItem({ ...item, processing: 'working' })).not.toBeNull();
  expect(previewOfItem({ ...item, processing: 'failed' })).toBeNull();
  expect(previewOfItem({ ...item, withheld: true })).toBeNull();
});
