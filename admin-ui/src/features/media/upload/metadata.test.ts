import { expect, it } from 'vitest';
import { factsOf } from './metadata.ts';

const none = { date: null, location: null, description: null };

it('takes the capture date before the creation date', () => {
  const both = { DateTimeOriginal: '2024:05:04 23:59:59', CreateDate: '2025:01:01 00:00:00' };
  expect(factsOf(both).date).toBe('2024-05-04');
  expect(factsOf({ CreateDate: '2025:01:01 00:00:00' }).date).toBe('2025-01-01');
});
it('writes a position with six decimals', () => {
  expect(factsOf({ latitude: 52.1312, longitude: -5.86040001 }).location).toBe(
    '52.131200, -5.860400',
  );
});
it('trims the description', () => {
  expect(factsOf({ ImageDescription: ' Vos \0' }).description).toBe('Vos');
});
it('drops what a receiver without a fix and the camera itself write', () => {
  expect(factsOf({ latitude: 0, longitude: 0 })).toEqual(none);
  for (const ImageDescription of [
    'OLYMPUS DIGITAL CAMERA',
    'DCIM\\100MEDIA\\DJI_0001.JPG',
    'SONY DSC',
  ])
    expect(factsOf({ ImageDescription })).toEqual(none);
});
it('makes nothing of empty, damaged or missing values', () => {
  expect(factsOf(undefined)).toEqual(none);
  expect(factsOf({ DateTimeOriginal: '0000:00:00 00:00:00', latitude: 52 })).toEqual(none);
  expect(factsOf({ latitude: Number.NaN, longitude: 5, ImageDescription: '   ' })).toEqual(none);
  expect(factsOf({ DateTimeOriginal: '2024:02:30 10:00:00' }).date).toBeNull();
});
