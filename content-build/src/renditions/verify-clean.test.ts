import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { box } from '#testing/iso-box.ts';
import { CAMERA_EXIF, landscape, quarters, withOrientation } from '#testing/test-pictures.ts';
import { findForbiddenMetadata, findForbiddenMetadataInVideo } from './verify-clean.ts';

const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>';

const ftyp = box('ftyp', 'isom\0\0\0\0');

function segment(marker: number, body: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, Buffer.from(body, 'latin1')]);
}

async function jpegWith(marker: number, body: string): Promise<Buffer> {
  const jpeg = await quarters().jpeg().toBuffer();
  return Buffer.concat([jpeg.subarray(0, 2), segment(marker, body), jpeg.subarray(2)]);
}

describe('JPEG', () => {
  it('is clean as sharp writes it, with or without a profile, baseline or progressive', async () => {
    for (const jpeg of [
      await landscape(900, 600).jpeg().toBuffer(),
      await landscape(900, 600).jpeg({ mozjpeg: true }).toBuffer(),
      await quarters().withIccProfile('p3').jpeg().toBuffer(),
    ])
      expect(findForbiddenMetadata(jpeg)).toEqual([]);
  });

  it.each([
    ['EXIF', 0xe1, 'Exif\0\0MM\0*'],
    ['XMP', 0xe1, `http://ns.adobe.com/xap/1.0/\0${XMP}`],
    ['IPTC', 0xed, 'Photoshop 3.0\x008BIM\x04\x04'],
    ['JPEG comment', 0xfe, 'taken at 52.1312, 5.8604'],
    ['JPEG segment APP4', 0xe4, 'anything'],
    ['JPEG segment APP2', 0xe2, 'MPF\0'],
  ])('finds %s', async (name, marker, body) => {
    expect(findForbiddenMetadata(await jpegWith(marker, body))).toContain(name);
  });

  it('finds bytes behind the end, a missing end, and a lone orientation', async () => {
    const jpeg = await quarters().jpeg().toBuffer();
    const notEnded = ['a JPEG that does not end with its picture'];
    for (const behind of ['x', ' words behind it'])
      expect(findForbiddenMetadata(Buffer.concat([jpeg, Buffer.from(behind)]))).toEqual(notEnded);
    expect(findForbiddenMetadata(jpeg.subarray(0, -2))).toEqual(notEnded);
    expect(findForbiddenMetadata(withOrientation(jpeg, 6))).toEqual(['EXIF']);
  });
});

describe('AVIF', () => {
  it('is clean as sharp writes it, with or without a profile', async () => {
    for (const avif of [
      await quarters().avif({ effort: 0 }).toBuffer(),
      await quarters().withIccProfile('p3').avif({ effort: 0 }).toBuffer(),
      await sharp(await quarters().png().toBuffer())
        .ensureAlpha(0.5)
        .avif({ effort: 0 })
        .toBuffer(),
    ])
      expect(findForbiddenMetadata(avif)).toEqual([]);
  });

  it('finds EXIF and XMP items', async () => {
    const avif = await quarters().withExif(CAMERA_EXIF).withXmp(XMP).avif({ effort: 0 }).toBuffer();
    expect(findForbiddenMetadata(avif)).toEqual(['EXIF', 'XMP']);
  });
});

describe('MP4', () => {
  const handler = (type: string) =>
    box('hdlr', `\0\0\0\0\0\0\0\0${type}\0\0\0\0\0\0\0\0\0\0\0\0\0`);
  const trak = (type: string) => box('trak', box('mdia', handler(type)));

  it('is clean with picture and sound only, and no bytes outside of boxes', () => {
    const video = Buffer.concat([
      ftyp,
      box('moov', trak('vide'), trak('soun')),
      box('free', '\0\0\0\0'),
      box('mdat', '©xyz loci udta in the samples is chance'),
    ]);
    expect(findForbiddenMetadata(video)).toEqual([]);
    const longer = Buffer.concat([video, Buffer.from('tail')]);
    expect(findForbiddenMetadata(longer)).toEqual(['a damaged box structure']);
  });

  it.each([
    ['a box of type udta', box('moov', box('udta', box('\xa9xyz', '+52.1312+005.8604/')))],
    ['a box of type meta', box('moov', box('meta', '\0\0\0\0'))],
    ['a box of type loci', box('moov', box('trak', box('loci', '\0\0\0\0')))],
    ['a box of type XMP_', box('XMP_', XMP)],
    ['a box of type uuid', box('uuid', XMP)],
    ['a track of type gpmd', box('moov', trak('gpmd'))],
    ['padding with content', box('free', '+52.1312')],
    ['a damaged moov box', box('moov', 'xx')],
    ['QuickTime location', box('mdat', 'com.apple.quicktime.location.ISO6709')],
    ['a box of type pnot', box('pnot', '')],
  ])('shows %s', (name, part) => {
    const video = Buffer.concat([
      ftyp,
      part,
      part.includes('moov') ? Buffer.alloc(0) : box('moov'),
    ]);
    expect(findForbiddenMetadata(video)).toContain(name);
  });
});

describe('the packet of rights', () => {
  const packet = Buffer.from(XMP.padEnd(300));
  const foreign = XMP.replace('/>', '><rdf:Description exif:GPSLatitude="52,7.872N"/>');
  const forms = {
    JPEG: (xmp: string) => quarters().withXmp(xmp).jpeg().toBuffer(),
    AVIF: (xmp: string) => quarters().withXmp(xmp).avif({ effort: 0 }).toBuffer(),
  };

  it.each(['JPEG', 'AVIF'] as const)('is required in a %s, and its only metadata', async (form) => {
    const make = forms[form];
    const own = await make(packet.toString());
    expect(findForbiddenMetadata(own, packet)).toEqual([]);
    expect(findForbiddenMetadata(own)).toEqual(['XMP']);
    expect(findForbiddenMetadata(await make(foreign), packet)).toContain('XMP');
    const changed = Buffer.from(own);
    changed.write('X', own.indexOf(packet) + packet.length - 1);
    expect(findForbiddenMetadata(changed, packet)).toEqual(['XMP', 'no packet of rights']);
    const bare = form === 'JPEG' ? quarters().jpeg() : quarters().avif({ effort: 0 });
    expect(findForbiddenMetadata(await bare.toBuffer(), packet)).toEqual(['no packet of rights']);
  });

  it('allows no second one and no position beside it', async () => {
    const own = await forms.JPEG(packet.toString());
    const beside = (marker: number, body: string) =>
      Buffer.concat([own.subarray(0, 2), segment(marker, body), own.subarray(2)]);
    for (const [marker, body, name] of [
      [0xe1, `http://ns.adobe.com/xap/1.0/\0${foreign}`, 'XMP'],
      [0xe1, `http://ns.adobe.com/xap/1.0/\0${packet}`, 'XMP'],
      [0xe1, 'Exif\0\0MM\0*', 'EXIF'],
    ] as const)
      expect(findForbiddenMetadata(beside(marker, body), packet)).toContain(name);
    const exif = quarters().withExif(CAMERA_EXIF).withXmp(packet.toString());
    const avif = await exif.avif({ effort: 0 }).toBuffer();
    expect(findForbiddenMetadata(avif, packet)).toEqual(['EXIF']);
    const hidden = Buffer.concat([await forms.AVIF(packet.toString()), box('free', foreign)]);
    expect(findForbiddenMetadata(hidden, packet)).toContain('padding with content');
    // The packet is in the file, but its XMP item is another.
    const moved = await forms.AVIF(foreign);
    expect(findForbiddenMetadata(Buffer.concat([moved, box('mdat', packet)]), packet)).toContain(
      'XMP',
    );
  });
});

it('refuses other formats', async () => {
  const png = await quarters().png().toBuffer();
  expect(findForbiddenMetadata(png)).toEqual(['a file that is no JPEG, AVIF or MP4']);
  expect(findForbiddenMetadata(Buffer.alloc(0))).toHaveLength(1);
});

it('scans every byte of a video larger than its buffer', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-large-'));
  const file = path.join(folder, 'video.mp4');
  const words = 'com.apple.quicktime.location.ISO6709';
  const part = 4 * 1024 * 1024;
  try {
    // Within the samples, across a chunk of reading.
    for (const at of [null, 9 * part - 20, 33 * 1024 * 1024]) {
      const samples = Buffer.alloc(38 * 1024 * 1024);
      const start = ftyp.length + box('moov').length + 8;
      if (at !== null) samples.write(words, at - start, 'latin1');
      writeFileSync(file, Buffer.concat([ftyp, box('moov'), box('mdat', samples)]));
      const expected = at === null ? [] : ['QuickTime location'];
      expect(await findForbiddenMetadataInVideo(file), String(at)).toEqual(expected);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
