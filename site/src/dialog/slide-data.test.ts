import { expect, it } from 'vitest';
import type { GridItem } from '#lib/grid-item.ts';
import { slideData } from './slide-data.ts';

const hash = '0123456789abcdef0123456789abcdef';
const photo: GridItem = {
  path: '/foto/ree-1234',
  type: 'photo',
  title: 'Ree',
  alt: 'Een ree in het gras',
  place: null,
  category: 'fauna',
  width: 6000,
  height: 4000,
  duration: null,
  color: '#445544',
  placeholder: null,
  hash,
};

it('is as large as the largest file of a photo', () => {
  const { width, height, alt, type } = slideData(photo);
  expect({ width, height, alt, type }).toEqual({
    ...{ width: 2560, height: 1707, alt: 'Een ree in het gras', type: 'image' },
  });
});

it('offers AVIF first and JPEG to those who have no other', () => {
  const { avif, srcset, src } = slideData(photo);
  expect(avif).toContain(`/media/${hash}/2560.avif 2560w`);
  expect(srcset).toContain(`/media/${hash}/1600.jpg 1600w`);
  expect(src).toBe(`/media/${hash}/960.jpg`);
});

it('keeps a small photo and a film at their own size', () => {
  expect(slideData({ ...photo, width: 640, height: 427 }).width).toBe(640);
  const film = slideData({ ...photo, type: 'video', width: 3840, height: 2160, duration: 8 });
  expect([film.type, film.width]).toEqual(['film', 3840]);
});
