import exifr from 'exifr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { motifOfFile } from './catalogue/motif-list.ts';
import { makePicture } from './make-picture.ts';
import { describePictures, type PictureFacts } from './picture-set.ts';

const FACTS: PictureFacts = {
  fileName: 'geulen-0007.jpg',
  title: 'Geulen',
  description: 'Één reiger – geduldig als altijd',
  category: 'drone',
  tags: ['water'],
  takenAt: '2024-05-04T05:12:00',
  gps: { lat: 52.78412, lon: 5.93655 },
  location: null,
  camera: {
    make: 'NIKON CORPORATION',
    model: 'NIKON Z 8',
    lens: 'NIKKOR Z 24-70mm f/2.8 S',
    focalLength: 35,
    aperture: 5.6,
    shutter: '1/250',
    iso: 400,
  },
  featured: false,
};

describe('makePicture', () => {
  it('gives the same bytes for the same facts and others for another seed', async () => {
    const first = await makePicture(FACTS, { width: 96 });
    expect(first.equals(await makePicture(FACTS, { width: 96 }))).toBe(true);
    expect(first.equals(await makePicture(FACTS, { width: 96, seed: 5 }))).toBe(false);
  });

  it('writes EXIF that reads back as it was given', async () => {
    const exif = await exifr.parse(await makePicture(FACTS, { width: 120 }));
    expect(exif).toMatchObject({
      ImageDescription: FACTS.description,
      Make: 'NIKON CORPORATION',
      Model: 'NIKON Z 8',
      LensModel: 'NIKKOR Z 24-70mm f/2.8 S',
      FocalLength: 35,
      FNumber: 5.6,
      ExposureTime: 1 / 250,
      ISO: 400,
      GPSLatitudeRef: 'N',
      GPSLongitudeRef: 'E',
    });
    expect(exif.latitude).toBeCloseTo(52.78412, 5);
    expect(exif.longitude).toBeCloseTo(5.93655, 5);
    expect(exif.DateTimeOriginal).toEqual(new Date('2024-05-04T05:12:00'));
  });

  it('leaves position and description out when the facts have none', async () => {
    const facts = { ...FACTS, gps: null, description: null };
    const exif = await exifr.parse(await makePicture(facts, { width: 120 }));
    expect(exif.GPSLatitude).toBeUndefined();
    expect(exif.ImageDescription).toBeUndefined();
  });

  it('paints every scene at the asked size, with light and dark in it', async () => {
    const scenes = new Map(
      describePictures(40).map((facts) => [motifOfFile(facts.fileName)?.scene, facts]),
    );
    expect(scenes.size).toBeGreaterThan(20);
    for (const facts of scenes.values()) {
      const jpeg = await makePicture(facts, { width: 96 });
      const { width, height } = await sharp(jpeg).metadata();
      expect(Math.max(width, height)).toBe(96);
      const { channels } = await sharp(jpeg).stats();
      expect(channels[1]?.stdev, facts.fileName).toBeGreaterThan(8);
    }
  });

  it('paints facts from elsewhere as a motif of their category', async () => {
    const jpeg = await makePicture({ ...FACTS, fileName: 'IMG_0001.jpg' }, { width: 64 });
    expect((await sharp(jpeg).metadata()).format).toBe('jpeg');
  });
});
