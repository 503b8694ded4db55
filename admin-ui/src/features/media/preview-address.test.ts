import { expect, it } from 'vitest';
import { previewOfItem } from './preview-address.ts';

it('leads to the page that the item will have', () => {
  const facts = { slug: 'ree-1234', processing: 'ready', withheld: false } as const;
  const item = { ...facts, type: 'photo' } as const;
  expect(previewOfItem(item)).toBe('/admin/preview/foto/ree-1234');
  expect(previewOfItem({ ...item, type: 'video' })).toBe('/admin/preview/video/ree-1234');
  expect(previewOfItem({ ...item, processing: 'working' })).not.toBeNull();
  expect(previewOfItem({ ...item, processing: 'failed' })).toBeNull();
  expect(previewOfItem({ ...item, withheld: true })).toBeNull();
});
