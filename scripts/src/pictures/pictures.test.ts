import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import exifr from 'exifr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makePicture } from './make-picture.ts';
import { makeVideo } from './make-video.ts';
import { demoFolder, demoVideos, describePictures } from './picture-set.ts';
import { plainPicture } from './plain-picture.ts';

it('describes the requested number of pictures, with unique titles and file names', () => {
  const pictures = describePictures(100);
  expect(new Set(pictures.map(({ title }) => title)).size).toBe(100);
  expect(new Set(pictures.map(({ fileName }) => fileName)).size).toBe(100);
  expect(new Set(describePictures().map(({ category }) => category)).size).toBe(4);
});

it.each(describePictures())('has the stated EXIF in $fileName', async (facts) => {
  const jpeg = await readFile(path.join(demoFolder, facts.fileName));
  const { width, height } = await sharp(jpeg).metadata();
  expect(Math.max(width, height)).toBe(2000);
  const exif = await exifr.parse(jpeg);
  expect(exif).toMatchObject({ Model: facts.camera.model, LensModel: facts.camera.lens });
  expect(exif.DateTimeOriginal).toEqual(new Date(facts.takenAt));
  expect(exif.latitude === undefined).toBe(facts.gps === null);
});

describe('makePicture', () => {
  const [facts] = describePictures(1);
  if (!facts) throw new Error('no picture');

  it('writes EXIF that reads back unchanged', async () => {
    const description = 'Één reiger – geduldig als altijd';
    const gps = { lat: 52.78412, lon: 5.93655 };
    const camera = { ...facts.camera, shutter: '1/250', aperture: 5.6, iso: 400 };
    const jpeg = await makePicture({ ...facts, description, gps, camera }, { width: 120 });
    const exif = await exifr.parse(jpeg);
    expect(exif).toMatchObject({
      ImageDescription: description,
      Make: facts.camera.make,
      ExposureTime: 1 / 250,
      FNumber: 5.6,
      ISO: 400,
      GPSLatitudeRef: 'N',
      GPSLongitudeRef: 'E',
    });
    expect(exif.latitude).toBeCloseTo(gps.lat, 5);
    expect(exif.longitude).toBeCloseTo(gps.lon, 5);
    expect((await sharp(jpeg).metadata()).width).toBe(120);
  });
});

it('makes the same plain picture for a seed, and another for another seed', async () => {
  const first = await plainPicture(1);
  expect(first.equals(await plainPicture(1))).toBe(true);
  expect(first.equals(await plainPicture(2))).toBe(false);
  expect((await exifr.parse(first))?.latitude).toBeUndefined();
  const turned = await plainPicture(4, { orientation: 6, gps: { lat: -33.5, lon: -70.25 } });
  expect((await sharp(turned).metadata()).orientation).toBe(6);
  expect((await exifr.parse(turned)).latitude).toBeCloseTo(-33.5, 5);
});

it('makes an MP4 with a position, or returns false without ffmpeg', async () => {
  expect(demoVideos.every(({ gps }) => gps !== null)).toBe(true);
  const folder = await mkdtemp(path.join(tmpdir(), 'clip-'));
  try {
    const file = path.join(folder, 'clip.mp4');
    if (await makeVideo('ochtend-aan-de-plas.mp4', file, 0.25)) {
      const bytes = await readFile(file);
      expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
      // The atom: version, language, empty name, role, then longitude and latitude as 16.16.
      const atom = bytes.indexOf('loci');
      expect(atom).toBeGreaterThan(0);
      expect(bytes.readInt32BE(atom + 12) / 65536).toBeCloseTo(5.9366, 3);
      expect(bytes.readInt32BE(atom + 16) / 65536).toBeCloseTo(52.7841, 3);
    } else await expect(readFile(file)).rejects.toThrow('ENOENT');
  } finally {
    await rm(folder, { recursive: true });
  }
});
