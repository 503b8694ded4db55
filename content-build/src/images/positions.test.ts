/** No rendition of a photograph says where it was taken, whatever it came in (threat T25). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { createImageBench, type ImageBench } from '#testing/image-bench.ts';
import { CAMERA_EXIF, quarters } from '#testing/test-pictures.ts';

let bench: ImageBench;
beforeAll(() => {
  bench = createImageBench();
});
afterAll(() => bench.close());

/** The position in words, as XMP holds it. */
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,7.872N" exif:GPSLongitude="5,51.624E"/>' +
  '</rdf:RDF></x:xmpmeta>';
const MARKS = [
  'Exif\0',
  'GPS',
  '52,7.872',
  '5,51.624',
  'xmpmeta',
  'Canon',
  'Bosuil',
  'ns.adobe.com',
];

it.each(['jpeg', 'png', 'webp', 'avif', 'tiff'] as const)(
  'a %s with EXIF and XMP',
  async (format) => {
    const picture = quarters(1000, 700).withExif(CAMERA_EXIF).withXmp(XMP);
    const bytes = await picture.toFormat(format).toBuffer();
    expect(MARKS.some((mark) => bytes.includes(mark, 0, 'latin1'))).toBe(true);
    const { inspected, folder } = await bench.renderAll(bytes);
    if (format !== 'tiff') expect(inspected.facts.takenLocation).toBe('52.131200, 5.860400');
    const names = readdirSync(folder);
    expect(names).toContain('960.avif');
    for (const name of names) {
      const rendition = readFileSync(path.join(folder, name));
      expect([name, findForbiddenMetadata(rendition)]).toEqual([name, []]);
      // Three letters can turn up in compressed pixels by chance; the longer marks can't.
      const found = MARKS.filter((mark) => mark !== 'GPS' && rendition.includes(mark, 0, 'latin1'));
      expect([name, found]).toEqual([name, []]);
    }
  },
);
