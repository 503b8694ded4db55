import { expect, test } from 'vitest';
import { photo } from '#testing/items.ts';
import { gridItemOfLink } from './grid-item.ts';

test('a link distinguishes photos from videos by the address, in the preview too', () => {
  const typeAt = (path: string) => gridItemOfLink({ ...photo, path }).type;
  expect(typeAt('/foto/video-avond-1234')).toBe('photo');
  expect(typeAt('/video/vos-0005')).toBe('video');
  expect(typeAt('/admin/preview/video/vos-0005')).toBe('video');
});
