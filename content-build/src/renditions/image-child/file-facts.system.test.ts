/** Metadata as photographers' programs write it, by exiftool: browser and server read the same. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FileFacts, factsOf } from '@veldlicht/contract/file-facts';
import { readBlocks } from '@veldlicht/contract/metadata-text';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import exifr from 'exifr';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { PACKET, useImageBench } from '#testing/image-bench.ts';

const plain = {
  title: 'Egel',
  description: 'Een egel in de avond',
  keywords: ['egel', 'avond'],
  date: '2026-05-04',
  location: '52.131200, 5.860400',
  city: 'Ede',
  rating: 4,
  creator: 'Jan Jansen',
  copyright: '© 2026 Jan Jansen',
} satisfies Partial<FileFacts>;
type Told = typeof plain;
type Writer = (told: Told) => string[];

const picture = (change: Partial<Told>): Told => ({ ...plain, ...change });

/** Texts that are hard for programs, encodings and XML. */
const pictures: Told[] = [
  picture({}),
  picture({ title: 'Zeeëend bij Éénrum', keywords: ['zeeëend', 'één'], city: 'Éénrum' }),
  picture({ title: 'Bosuil & "jong" <wild>', description: 'Jan’s bosuil – 100 % & <b>vet</b>' }),
  picture({ title: '2024', keywords: ['7', 'ijsvogel'], rating: 0 }),
  picture({ title: 'Großer Brachvogel', creator: 'Jürgen Groß', copyright: '© Jürgen Groß' }),
  picture({ description: 'woord '.repeat(160).trim(), rating: 5 }),
  picture({ location: '-33.856800, -151.215300', date: '1999-12-31', city: 'Sydney' }),
  picture({ keywords: Array.from({ length: 40 }, (_, n) => `soort ${n}`), rating: 1 }),
];

const day = ({ date }: Told) => `${date.replaceAll('-', ':')} 23:59:58`;
/** Tags that a camera or telephone writes. */
const camera: Writer = (told) => {
  const [lat = 0, lon = 0] = told.location.split(', ').map(Number);
  return [
    '-EXIF:Make=Canon',
    `-EXIF:DateTimeOriginal=${day(told)}`,
    '-EXIF:OffsetTimeOriginal=+02:00',
    `-EXIF:GPSLatitude=${Math.abs(lat)}`,
    `-EXIF:GPSLatitudeRef=${lat < 0 ? 'S' : 'N'}`,
    `-EXIF:GPSLongitude=${Math.abs(lon)}`,
    `-EXIF:GPSLongitudeRef=${lon < 0 ? 'W' : 'E'}`,
  ];
};
const xmp: Writer = (told) => [
  `-XMP-dc:Title=${told.title}`,
  `-XMP-dc:Description=${told.description}`,
  ...told.keywords.map((word) => `-XMP-dc:Subject=${word}`),
  `-XMP-photoshop:City=${told.city}`,
  `-XMP-dc:Creator=${told.creator}`,
  `-XMP-dc:Rights=${told.copyright}`,
  `-XMP-xmp:Rating=${told.rating}`,
];
const iptc: Writer = (told) => [
  `-IPTC:ObjectName=${told.title}`,
  `-IPTC:Caption-Abstract=${told.description}`,
  ...told.keywords.map((word) => `-IPTC:Keywords=${word}`),
  `-IPTC:City=${told.city}`,
  `-IPTC:By-line=${told.creator}`,
  `-IPTC:CopyrightNotice=${told.copyright}`,
  `-IPTC:DateCreated=${told.date.replaceAll('-', ':')}`,
];
const UTF8 = '-IPTC:CodedCharacterSet=UTF8';

const programs: Record<string, { format: 'jpg' | 'png' | 'tif' | 'webp'; write: Writer }> = {
  'Lightroom Classic': {
    format: 'jpg',
    write: (told) => [
      ...[...camera(told), UTF8, ...xmp(told), ...iptc(told)],
      ...told.keywords.map((word) => `-XMP-lr:HierarchicalSubject=Dieren|Nederland|${word}`),
      `-XMP-photoshop:DateCreated=${day(told)}`,
      '-XMP-photoshop:Country=Nederland',
      `-EXIF:ImageDescription=${told.description}`,
    ],
  },
  // Latin-1 in IPTC without a declared encoding.
  'Capture One': {
    format: 'jpg',
    write: (told) => [...camera(told), '-charset', 'iptc=Latin', ...xmp(told), ...iptc(told)],
  },
  digiKam: {
    format: 'png',
    write: (told) => [
      ...[...camera(told), ...xmp(told), '-EXIF:ImageDescription=OLYMPUS DIGITAL CAMERA'],
      ...told.keywords.map((word) => `-XMP-digiKam:TagsList=Dieren/${word}`),
    ],
  },
  // Only IPTC, as for agencies; the rating is in XMP.
  'Photo Mechanic': {
    format: 'jpg',
    write: (told) => [
      ...[...camera(told), '-charset', 'iptc=Latin', ...iptc(told)],
      `-XMP-xmp:Rating=${told.rating}`,
    ],
  },
  'a telephone and an editor': {
    format: 'webp',
    write: (told) => [...camera(told), ...xmp(told)],
  },
  'a scan': {
    format: 'tif',
    write: (told) => [...camera(told), ...xmp(told), UTF8, ...iptc(told)],
  },
};
/** Pictures of each program. */
const PICTURES = roundsOf('facts', 2);
const written = Object.entries(programs).flatMap(([program, { format, write }]) =>
  pictures
    .slice(0, PICTURES)
    .map((told, n) => ({ name: `${program} ${n}.${format}`, told, args: write(told) })),
);

const sharpNames = { jpg: 'jpeg', png: 'png', tif: 'tiff', webp: 'webp' } as const;
const bench = useImageBench();
const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-facts-'));
const fileOf = (name: string) => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const bare = sharp({ create: { width: 90, height: 60, channels: 3, background: '#365' } });
  for (const format of ['jpg', 'png', 'tif', 'webp'] as const) {
    const bytes = await bare.clone().toFormat(sharpNames[format]).toBuffer();
    for (const { name } of written) if (name.endsWith(format)) writeFileSync(fileOf(name), bytes);
  }
  // One process for all files, with a set of arguments for each.
  const calls = written.map(({ name, args }) =>
    ['-overwrite_original', ...args, fileOf(name), '-execute', ''].join('\n'),
  );
  execFileSync('exiftool', ['-@', '-'], { input: calls.join(''), stdio: 'pipe' });
});

it(`is read from ${written.length} files of ${Object.keys(programs).length} programs, and no position gets out`, async () => {
  const wrong: string[] = [];
  const note = (reader: string, name: string, told: Told, read: FileFacts) => {
    for (const [field, value] of Object.entries(told))
      if (JSON.stringify(read[field as keyof Told]) !== JSON.stringify(value))
        wrong.push(`${reader}, ${name}, ${field}: ${JSON.stringify(read[field as keyof Told])}`);
  };
  for (const { name, told } of written) {
    const bytes = readFileSync(fileOf(name));
    const { inspected, folder: made } = await bench.renderAll(bytes);
    note('server', name, told, inspected.facts.facts);
    if (!name.endsWith('webp'))
      note('browser', name, told, factsOf((await readBlocks(exifr, bytes)) ?? {}));
    for (const rendition of readdirSync(made)) {
      const found = findForbiddenMetadata(readFileSync(path.join(made, rendition)), PACKET);
      expect([name, rendition, found]).toEqual([name, rendition, []]);
    }
  }
  keepFigures('facts', { files: written.length });
  expect(wrong).toEqual([]);
});
