import exifr from 'exifr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { plainPicture } from './plain-picture.ts';

describe('plainPicture', () => {
  it('is the same for a seed and different for another', async () => {
    const first = await plainPicture(1);
    expect(first.equals(await plainPicture(1))).toBe(true);
    expect(first.equals(await plainPicture(2))).toBe(false);
    expect(await sharp(first).metadata()).toMatchObject({ width: 640, height: 426 });
  });

  it('holds position, time, description and orientation when they are asked for', async () => {
    const jpeg = await plainPicture(4, {
      width: 90,
      height: 60,
      gps: { lat: -33.5, lon: -70.25 },
      takenAt: '2023-01-02T03:04:05',
      description: 'Zuidelijk',
      orientation: 6,
    });
    expect((await sharp(jpeg).metadata()).orientation).toBe(6);
    const exif = await exifr.parse(jpeg);
    expect(exif.latitude).toBeCloseTo(-33.5, 5);
    expect(exif.longitude).toBeCloseTo(-70.25, 5);
    expect(exif.ImageDescription).toBe('Zuidelijk');
  });

  it('has no position when none is given', async () => {
    expect((await exifr.parse(await plainPicture(1)))?.latitude).toBeUndefined();
  });
});
