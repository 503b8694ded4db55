import { movedItem } from '@veldlicht/contract/moving';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { sidecarOf } from './sidecar.ts';
import { writeXmp } from './written-copy.ts';

const item = movedItem.parse({
  source: 'veldlicht',
  sourceId: '1',
  file: 'a.jpg',
  title: 'Ree & "bok"',
});

it('replaces the XMP of a copy, and keeps its EXIF and picture', async () => {
  const jpeg = await plainPicture(1, { takenAt: '2026:05:04 06:10:00' });
  const before = await sharp(jpeg).metadata();
  const once = writeXmp(jpeg, '<x:xmpmeta/>') ?? Buffer.alloc(0);
  const twice = writeXmp(once, sidecarOf(item)) ?? Buffer.alloc(0);
  const after = await sharp(twice).metadata();
  expect(after.xmp?.toString()).toContain('Ree &amp; &quot;bok&quot;');
  expect(twice.toString('latin1').split('ns.adobe.com/xap/1.0/\0')).toHaveLength(2);
  expect(before.exif).toBeDefined();
  expect(after.exif).toEqual(before.exif);
  expect(await sharp(twice).raw().toBuffer()).toEqual(await sharp(jpeg).raw().toBuffer());
});

it.each([
  ['another format', Buffer.from('PNG')],
  ['a JPEG that ends in the middle', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff])],
])('makes no copy of %s', (_what, bytes) => {
  expect(writeXmp(bytes, 'x')).toBeNull();
});

it('makes no copy where the XMP is too long for a JPEG', async () => {
  expect(writeXmp(await plainPicture(1), 'x'.repeat(70_000))).toBeNull();
});
