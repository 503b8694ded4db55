import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import exifr from 'exifr';
import sharp, { type Sharp } from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { ADOBE_RGB, makeProfile } from '#testing/colours.ts';
import {
  createImageBench,
  PACKET,
  silentLog,
  useImageBench,
  WORDING,
} from '#testing/image-bench.ts';
import {
  CAMERA_EXIF,
  landscape,
  quarters,
  quartersOf,
  withOrientation,
} from '#testing/test-pictures.ts';
import { keepRecent, takeRecent } from './photo.ts';

/** Places in the metadata of a picture that are damaged. */
const PLACES = roundsOf('metadata', 20);

const bench = useImageBench();
const FULL_LADDER = [
  ...['1600-3.avif', '1600-3.jpg', '2560-3.avif', '3840-3.avif'],
  ...['480-3.avif', '960-3.avif', '960-3.jpg', '960.jpg'],
];

describe('a photograph', () => {
  it('gives its facts and 960.jpg first, and the ladder later', async () => {
    const jpeg = await landscape(3000, 400).withExif(CAMERA_EXIF).jpeg().toBuffer();
    const { inspected, rendered, folder } = await bench.renderAll(jpeg);
    expect(inspected.facts).toMatchObject({
      type: 'photo',
      extension: 'jpg',
      width: 3000,
      height: 400,
      duration: null,
      facts: {
        date: '2024-05-04',
        location: '52.131200, 5.860400',
        description: 'Bosuil in de schemering',
      },
      camera: {
        camera: 'Canon EOS R5',
        lens: 'RF100-500mm F4.5-7.1 L IS USM',
        focalLength: 400,
        aperture: 2.8,
        shutter: '1/500',
        iso: 400,
      },
    });
    expect(inspected.facts.color).toMatch(/^#[0-9a-f]{6}$/);
    expect(Buffer.from(inspected.facts.placeholder ?? '', 'base64').length).toBeGreaterThan(15);
    expect(inspected.renditions).toMatchObject([{ name: '960.jpg', width: 960, height: 128 }]);
    expect(readdirSync(folder).sort()).toEqual(FULL_LADDER);
    for (const { name, width, height, bytes, format } of rendered) {
      const file = readFileSync(path.join(folder, name));
      const type = format === 'jpg' ? 'jpeg' : 'heif';
      expect(await sharp(file).metadata(), name).toMatchObject({ width, height, format: type });
      expect(file.length, name).toBe(bytes);
    }
  });

  it('is never enlarged: a small one keeps its width in the next slot', async () => {
    const { rendered } = await bench.renderAll(await landscape(700, 500).png().toBuffer());
    expect(rendered.map(({ name, width }) => [name, width])).toEqual([
      ['480-3.avif', 480],
      ['960-3.avif', 700],
      ['960-3.jpg', 700],
      ['960.jpg', 700],
    ]);
  });

  it('has the same ladder from kept pixels as from decoding again', async () => {
    const jpeg = withOrientation(await landscape(1000, 700).jpeg().toBuffer(), 6);
    const { rendered, folder } = await bench.renderAll(jpeg);
    const other = createImageBench();
    const { file, hash, renditionsFolder } = other.put(jpeg);
    const input = { file, extension: 'jpg' as const, hash, renditionsFolder, ...WORDING };
    const fresh = await other.images.render(input);
    expect(fresh).toEqual(rendered);
    for (const name of other.list(hash))
      expect(other.read(hash, name).equals(readFileSync(path.join(folder, name))), name).toBe(true);
    // Rendering again changes nothing.
    expect(await other.images.render(input)).toEqual(fresh);
    await other.close();
  });

  it('has its pixels kept once, among the last 128 MB', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const block = Buffer.alloc(48 * 1024 * 1024);
    const pixels = { data: block, options: {}, width: 1, height: 1, isWide: false };
    for (const hash of 'abc') keepRecent(hash, pixels);
    expect([...'abca'].map(takeRecent)).toEqual([null, pixels, pixels, null]);
    keepRecent('d', { ...pixels, data: Buffer.alloc(129 * 1024 * 1024) });
    expect(takeRecent('d')).toBeNull();
    // A timer that goes on would hold its pixels in memory.
    expect(vi.getTimerCount()).toBe(0);
    keepRecent('e', pixels);
    vi.advanceTimersByTime(30_000);
    expect(takeRecent('e')).toBeNull();
  });

  it('loses a script and an archive behind the picture', async () => {
    const payload = '<script>alert("PAYLOAD")</script>PK\x03\x04PAYLOAD';
    const jpeg = await landscape(900, 600).jpeg().toBuffer();
    const { folder } = await bench.renderAll(Buffer.concat([jpeg, Buffer.from(payload, 'latin1')]));
    for (const name of readdirSync(folder))
      expect(readFileSync(path.join(folder, name)).includes('PAYLOAD'), name).toBe(false);
  });

  it.each([
    ['a panorama', 5200, 200, 3840, 148],
    ['a very tall panorama', 200, 8500, 90, 3840],
  ])('has the sizes of the ladder as %s', async (_, width, height, ownWidth, ownHeight) => {
    const { rendered, folder } = await bench.renderAll(
      await landscape(width, height).jpeg().toBuffer(),
    );
    const largest = rendered.find(({ name }) => name === '3840-3.avif');
    expect(largest).toMatchObject({ width: ownWidth, height: ownHeight });
    expect(await sharp(path.join(folder, '3840-3.avif')).metadata()).toMatchObject({
      width: ownWidth,
      height: ownHeight,
    });
  });
});

describe('metadata of a photograph (threat T25)', () => {
  /** The position in words, as XMP holds it. */
  const XMP =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,7.872N" exif:GPSLongitude="5,51.624E"/>' +
    '</rdf:RDF></x:xmpmeta>';
  const MARKS = ['Exif\0', '52,7.872', '5,51.624', 'xmpmeta', 'Canon', 'Bosuil'];

  it.each(['jpeg', 'png', 'webp', 'avif', 'tiff'] as const)(
    'is read from a %s, and is in none of its renditions',
    async (format) => {
      const picture = quarters(500, 350).withExif(CAMERA_EXIF).withXmp(XMP);
      const bytes = await picture.toFormat(format).toBuffer();
      expect(MARKS.some((mark) => bytes.includes(mark, 0, 'latin1'))).toBe(true);
      const { inspected, folder } = await bench.renderAll(bytes);
      if (format !== 'tiff')
        expect(inspected.facts).toMatchObject({
          facts: { date: '2024-05-04', location: '52.131200, 5.860400' },
        });
      const names = readdirSync(folder);
      expect(names).toContain('960-3.avif');
      for (const name of names) {
        const rendition = readFileSync(path.join(folder, name));
        expect([name, findForbiddenMetadata(rendition, PACKET)]).toEqual([name, []]);
        expect([name, MARKS.filter((mark) => rendition.includes(mark, 0, 'latin1'))]).toEqual([
          name,
          [],
        ]);
        const read = await exifr.parse(rendition, { xmp: true, iptc: true }).catch(() => undefined);
        expect(read?.latitude ?? read?.Make, name).toBeUndefined();
        const { exif, xmp, iptc, icc } = await sharp(rendition).metadata();
        expect([exif, xmp, iptc, icc], name).toEqual([undefined, PACKET, undefined, undefined]);
      }
    },
  );

  it('is one plain line of at most 5000 characters', async () => {
    const words = `house</ScRiPt ><svg onload=alert(1)>\u0007line\r\n${'e'.repeat(9000)}`;
    const exif = {
      IFD0: { ImageDescription: words, Make: '"><img src=x>', Model: 'A'.repeat(700) },
    };
    const outcome = await bench.inspect(await quarters().withExif(exif).jpeg().toBuffer());
    if (!outcome.ok) throw new Error(outcome.reason);
    const { camera, facts } = outcome.facts;
    const description = facts.description ?? '';
    expect(description).toMatch(/^house<\/ScRiPt ><svg onload=alert\(1\)> line e/);
    expect([...description]).toHaveLength(5000);
    expect(facts.cut).toEqual(['description']);
    expect(camera.camera?.length).toBeLessThanOrEqual(500);
    expect(`${description}${camera.camera}`).not.toMatch(/\p{Cc}/u);
  });

  it.each(['latin1', 'utf8'] as const)('is read in %s', async (encoding) => {
    const words = 'Mélanie à Noël';
    const written = Buffer.from(words, encoding);
    const standIn = 'x'.repeat(written.length);
    const exif = { IFD0: { ImageDescription: standIn } };
    const jpeg = await quarters().withExif(exif).jpeg().toBuffer();
    written.copy(jpeg, jpeg.indexOf(standIn));
    expect(await bench.inspect(jpeg)).toMatchObject({ facts: { facts: { description: words } } });
  });

  it('may be damaged: the picture is accepted', async () => {
    const jpeg = await quarters().withExif(CAMERA_EXIF).jpeg().toBuffer();
    const from = jpeg.indexOf('Exif\0\0', 0, 'latin1') + 6;
    const to = from - 8 + jpeg.readUInt16BE(from - 8);
    // Damage in fixed places, the same at every run: a value, a count, an offset, the byte order.
    const step = Math.max(7, Math.ceil((to - from) / PLACES));
    for (let at = from; at < to; at += step) {
      const bent = Buffer.from(jpeg);
      bent.fill(at % 2 === 0 ? 0xff : 0x80, at, Math.min(at + 7, to));
      expect(await bench.inspect(bent), `byte ${at}`).toMatchObject({ ok: true });
    }
    keepFigures('metadata', { bytes: to - from, step });
  });

  it('is logged as unreadable when nothing of it can be read', async () => {
    const lines: unknown[] = [];
    const log = { ...silentLog, warn: (facts: object) => void lines.push(facts) };
    const listening = createImageBench({ log });
    const tiff = Buffer.from('Exif\0\0MM\0*\xff\xff\xff\xff', 'latin1');
    const head = Buffer.from([0xff, 0xe1, 0, tiff.length + 2]);
    const jpeg = await quarters().jpeg().toBuffer();
    const bent = Buffer.concat([jpeg.subarray(0, 2), head, tiff, jpeg.subarray(2)]);
    expect(await listening.inspect(bent)).toMatchObject({ ok: true });
    await listening.close();
    expect(JSON.stringify(lines)).toContain('metadata could not be read');
  });
});

describe('orientation', () => {
  /** Quarters of each EXIF orientation (4.6.5, tag 274): red, green above blue, white. */
  const ORIENTED = ['rgbw', 'grwb', 'wbgr', 'bwrg', 'rbgw', 'brwg', 'wgbr', 'gwrb'];
  const forms = {
    jpg: (picture: Sharp) => picture.jpeg({ quality: 95 }),
    tif: (picture: Sharp) => picture.toColourspace('rgb16').tiff(),
    avif: (picture: Sharp) => picture.avif({ effort: 0, quality: 90 }),
  };

  /** EXIF states the orientation; an AVIF has `irot` and `imir` too. */
  async function stored(form: keyof typeof forms, space: string, orientation: number) {
    const adobe = path.join(bench.folder, 'adobe.icc');
    writeFileSync(adobe, makeProfile(ADOBE_RGB));
    const profiles: Record<string, string> = { sRGB: 'srgb', 'Display P3': 'p3' };
    const picture = quarters(64, 48).withMetadata({ orientation });
    return forms[form](picture.withIccProfile(profiles[space] ?? adobe)).toBuffer();
  }

  const every = ORIENTED.map((_, i) => i + 1);
  // Colours are converted apart from turning: with a profile, a turned and a mirrored picture are enough.
  it.each([
    ['jpg', 'sRGB', every],
    ['jpg', 'Display P3', [5, 8]],
    ['tif', 'Adobe RGB', [6, 7]],
    // `made-pictures.nightly.test.ts` has every turn and mirroring of an AVIF.
    ['avif', 'sRGB', [3, 6, 7]],
    ['avif', 'Display P3', [5, 8]],
  ] as const)('of every kind is turned upright once: %s in %s', async (form, space, kinds) => {
    for (const orientation of kinds) {
      const shown = ORIENTED[orientation - 1];
      const { inspected, folder } = await bench.renderAll(await stored(form, space, orientation));
      const [width, height] = orientation > 4 ? [48, 64] : [64, 48];
      const placeholder = Buffer.from(inspected.facts.placeholder ?? '', 'base64');
      const { w, h, rgba } = thumbHashToRGBA(placeholder);
      const raw = { width: w, height: h, channels: 4 } as const;
      const blurred = await sharp(rgba, { raw }).png().toBuffer();
      expect(await quartersOf(blurred), `placeholder of ${orientation}`).toBe(shown);
      expect(inspected.facts).toMatchObject({ width, height });
      for (const name of ['960.jpg', '480-3.avif']) {
        const bytes = readFileSync(path.join(folder, name));
        expect(await quartersOf(bytes), `${name} of ${orientation}`).toBe(shown);
        expect(await sharp(bytes).metadata(), name).toMatchObject({ width, height });
        expect(findForbiddenMetadata(bytes, PACKET), name).toEqual([]);
      }
    }
  });

  it('is right in every size, for portraits and landscapes', async () => {
    for (const orientation of [3, 6]) {
      const shown = ORIENTED[orientation - 1];
      const lying = await quarters(4000, 120).jpeg({ quality: 95 }).toBuffer();
      const { rendered, folder } = await bench.renderAll(withOrientation(lying, orientation));
      const largest = orientation > 4 ? { width: 115, height: 3840 } : { width: 3840, height: 115 };
      expect(rendered.find(({ name }) => name === '3840-3.avif')).toMatchObject(largest);
      for (const { name, width, height } of rendered) {
        const bytes = readFileSync(path.join(folder, name));
        expect(await quartersOf(bytes), `${name} of ${orientation}`).toBe(shown);
        expect(await sharp(bytes).metadata(), name).toMatchObject({ width, height });
      }
    }
  });

  it('of an AVIF is that of its boxes, not of EXIF, as in browsers', async () => {
    const exif = { IFD0: { Orientation: '6' } };
    const avif = await quarters(64, 48).withExif(exif).avif({ effort: 0, quality: 90 }).toBuffer();
    const { inspected, folder } = await bench.renderAll(avif);
    expect(inspected.facts).toMatchObject({ width: 64, height: 48 });
    expect(await quartersOf(path.join(folder, '480-3.avif'))).toBe('rgbw');
  });
});

describe('other formats', () => {
  /** Two frames: the first one is red. */
  const animation = () => {
    const pixels = Buffer.alloc(80 * 120 * 3);
    for (let at = 0; at < pixels.length; at += 3)
      pixels.set(at < pixels.length / 2 ? [192, 32, 32] : [32, 32, 192], at);
    const raw = { width: 80, height: 120, channels: 3 as const, pageHeight: 60 };
    return sharp(pixels, { raw }).gif({ loop: 0, delay: [100, 100] });
  };
  /** With the colours behind transparent pixels. */
  it.each([
    ['a 16-bit PNG', 'png', /^rgbw$/, () => quarters().toColourspace('rgb16').png()],
    ['a 16-bit TIFF', 'tif', /^rgbw$/, () => quarters().toColourspace('rgb16').tiff()],
    ['a see-through PNG', 'png', null, () => quarters().ensureAlpha(0.5).png()],
    ['a WebP', 'webp', /^rgbw$/, () => quarters().webp({ quality: 95 })],
    ['an AVIF', 'avif', /^rgbw$/, () => quarters().avif({ effort: 0, quality: 90 })],
    ['an animated GIF', 'gif', /^rrrr$/, animation],
  ] as const)('%s is accepted', async (_name, extension, shown, make) => {
    const { inspected, folder } = await bench.renderAll(await make().toBuffer());
    expect(inspected.facts.extension).toBe(extension);
    const bytes = readFileSync(path.join(folder, '960.jpg'));
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', channels: 3 });
    expect(findForbiddenMetadata(bytes, PACKET)).toEqual([]);
    if (shown) expect(await quartersOf(bytes)).toMatch(shown);
  });

  /** An AVIF with the brand of an animation; its first picture is stored like a still. */
  async function animatedAvif(): Promise<Buffer> {
    const bytes = await quarters().avif({ effort: 0, quality: 90 }).toBuffer();
    bytes.write('avis', 8, 'latin1');
    return bytes;
  }

  it('shows the first picture of an animated AVIF', async () => {
    const { inspected, folder } = await bench.renderAll(await animatedAvif());
    expect(inspected.facts).toMatchObject({ extension: 'avif', width: 160, height: 120 });
    for (const name of ['960.jpg', '480-3.avif'])
      expect(await quartersOf(path.join(folder, name)), name).toBe('rgbw');
  });

  it('refuses an animated AVIF that is too large or truncated', async () => {
    const whole = await animatedAvif();
    const input = bench.put(Buffer.concat([whole, Buffer.from('large')]));
    truncateSync(input.file, 65 * 1024 * 1024);
    const large = bench.images.inspect(input);
    await expect(large).rejects.toMatchObject({ code: 'unsupported_type' });
    const part = await bench.inspect(whole.subarray(0, Math.floor(whole.length * 0.7)));
    expect(part).toMatchObject({ ok: false, code: 'unreadable_file' });
  });
});
