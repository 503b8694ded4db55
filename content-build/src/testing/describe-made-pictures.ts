/** Tests of made pictures: published as Chromium shows them, with exiftool's facts, without metadata. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { useImageBench } from '#testing/image-bench.ts';
import type { MadePicture } from '#testing/made-pictures.ts';
import { differentPairs, type Pair } from '#testing/shown-pictures.ts';

/** Arguments for exiftool that write EXIF or XMP into the nth picture. */
const writers: ((n: number) => string[])[] = [
  (n) => [
    `-EXIF:DateTimeOriginal=2024:05:${10 + (n % 20)} 23:59:58`,
    ...['-EXIF:GPSLatitude=52.1312', '-EXIF:GPSLatitudeRef=N'],
    ...['-EXIF:GPSLongitude=5.8604', '-EXIF:GPSLongitudeRef=E'],
    ...['-EXIF:Make=Canon', '-EXIF:Model=EOS R5', `-EXIF:ImageDescription=Uil ${n} bij het nest`],
  ],
  (n) => [
    `-XMP-exif:DateTimeOriginal=2023:12:${10 + (n % 20)} 00:00:01`,
    ...['-XMP-exif:GPSLatitude=52.1312', '-XMP-exif:GPSLongitude=-5.8604'],
    ...[`-XMP-dc:Title=Uil ${n}`, '-XMP-photoshop:City=Één', '-XMP-dc:Creator=Jan & Zn'],
  ],
];
const writerOf = ({ name }: MadePicture, n: number) => writers[name.endsWith('gif') ? 1 : n % 2];
/** Pictures with metadata of their own, or that exiftool damages: a WebP loses its alpha. */
const isUntagged = ({ name }: MadePicture) => /^words-|turn|^see-through\.webp/.test(name);
/** HDR with small red patches, of which the smallest AVIF is just beyond the tolerance. */
const JPEG_ALONE = /^bt2020-(?:pq|hlg)\.heic/;

/** Publishes these pictures, and tests all of them. */
export function describeMadePictures(pictures: MadePicture[]): void {
  const bench = useImageBench();
  const at = (name: string) => path.join(bench.folder, name);
  const published = new Map<string, { folder: string; facts: Record<string, unknown> }>();
  const pairs: Pair[] = [];

  beforeAll(async () => {
    for (const picture of pictures)
      writeFileSync(at(picture.name), await picture.make(bench.folder));
    const calls = pictures.flatMap((picture, n) =>
      isUntagged(picture)
        ? []
        : [
            '-q',
            '-overwrite_original',
            ...(writerOf(picture, n)?.(n) ?? []),
            at(picture.name),
            '-execute',
          ],
    );
    execFileSync('exiftool', ['-@', '-'], { input: calls.join('\n'), stdio: 'pipe' });
    for (const { name, twin } of pictures) {
      const { inspected, rendered, folder } = await bench
        .renderAll(readFileSync(at(name)))
        .catch((error) => {
          throw new Error(`${name}: ${error}`);
        });
      published.set(name, { folder, facts: { ...inspected.facts } });
      const original = twin ? at(`${name}.png`) : at(name);
      if (twin) writeFileSync(original, await twin(bench.folder));
      const avifs = rendered.filter(({ format }) => format === 'avif');
      const names = JPEG_ALONE.test(name) ? ['960.jpg'] : [avifs.at(-1)?.name ?? '', '960.jpg'];
      for (const shown of names)
        pairs.push({ name: `${name} as ${shown}`, original, published: path.join(folder, shown) });
    }
  });

  it(`publishes ${pictures.length} pictures within 3 of 255 of the originals in Chromium`, async () => {
    const wrong = await differentPairs(
      bench.folder,
      pairs,
      ({ size, publishedSize, off, flat }) =>
        off > 3 || flat < 0.08 || `${size}` !== `${publishedSize}`,
    );
    expect(wrong).toEqual([]);
  });

  it('reads the same metadata as exiftool', () => {
    const tags = [
      'DateTimeOriginal',
      'GPSLatitude',
      'GPSLongitude',
      'Title',
      'City',
      'Creator',
      'Make',
      'Model',
    ];
    const names = pictures.map(({ name }) => name);
    const args = ['-json', '-n', '-ImageDescription', ...tags.map((tag) => `-${tag}`)];
    const printed = execFileSync('exiftool', [...args, ...names.map(at)], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    const told = JSON.parse(printed) as Record<string, string | number | undefined>[];
    const wrong: unknown[] = [];
    for (const [i, name] of names.entries()) {
      const { DateTimeOriginal, GPSLatitude, GPSLongitude, Title, City, Creator, ...own } =
        told[i] ?? {};
      const { facts, camera } = Object(published.get(name)?.facts);
      const day = typeof DateTimeOriginal === 'string' ? DateTimeOriginal.slice(0, 10) : null;
      const location =
        typeof GPSLatitude === 'number' && typeof GPSLongitude === 'number'
          ? `${GPSLatitude.toFixed(6)}, ${GPSLongitude.toFixed(6)}`
          : null;
      const meant = {
        date: day?.replaceAll(':', '-') ?? null,
        location,
        title: Title ?? null,
        city: City ?? null,
        creator: Creator ?? null,
        description: own.ImageDescription ?? null,
        camera: own.Make ? `${own.Make} ${own.Model}` : undefined,
      };
      const { date, title, city, creator, description } = facts;
      const read = {
        date,
        location: facts.location,
        title,
        city,
        creator,
        description,
        camera: camera.camera,
      };
      if (JSON.stringify(read) !== JSON.stringify(meant)) wrong.push({ name, read, meant });
    }
    expect(wrong).toEqual([]);
    expect(told.filter((one) => one.DateTimeOriginal).length).toBeGreaterThan(
      pictures.length * 0.75,
    );
  });

  it('publishes only pixels, profile and credit, according to exiftool and avifdec', () => {
    const files = [...published.values()].flatMap(({ folder }) =>
      readdirSync(folder).map((name) => path.join(folder, name)),
    );
    const printed = execFileSync('exiftool', ['-json', '-G1', '-a', '-U', '-ee', ...files], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: 'pipe',
    });
    const allowed =
      /^(?:SourceFile|(?:ExifTool|System|File|JFIF|QuickTime|Meta|ICC[-_\w]*|Composite):)/;
    const found = (JSON.parse(printed) as Record<string, unknown>[]).flatMap((tags) => {
      const others = Object.keys(tags).filter((tag) => !allowed.test(tag));
      return others.length > 0 ? [[tags.SourceFile, others]] : [];
    });
    expect(found).toEqual([]);
    for (const file of files.filter((one) => one.endsWith('480-3.avif'))) {
      const said = execFileSync('avifdec', ['--info', file], { encoding: 'utf8' });
      expect(said, file).toMatch(/Exif Metadata\s*: Absent/);
      expect(said, file).toMatch(/Transformations\s*: None/);
      expect(said, file).toMatch(/Alpha\s*: Absent/);
    }
  });
}
