import { expect, it } from 'vitest';
import { gridItem as photo } from '#testing/items.ts';
import { slideData } from './picture-stage.ts';

it('gives a photo the size of its largest file', () => {
  const { width, height, alt, type } = slideData(photo);
  expect({ width, height, alt, type }).toEqual({
    width: 3840,
    height: 2560,
    alt: 'Een grutto op een paal',
    type: 'image',
  });
});

it('shows AVIF files, in a size chosen by the screen', () => {
  expect(slideData(photo).srcset).toContain('/media/abc/3840-3.avif 3840w');
});

it('keeps a small photo and a video at their own size', () => {
  expect(slideData({ ...photo, width: 640, height: 427 }).width).toBe(640);
  const video = slideData({ ...photo, type: 'video', width: 3840, height: 2160, duration: 8 });
  expect([video.type, video.width]).toEqual(['video', 3840]);
});
