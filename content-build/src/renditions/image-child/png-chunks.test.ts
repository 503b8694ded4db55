import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { useImageBench } from '#testing/image-bench.ts';
import { CAMERA_EXIF, landscape, pngChunk, quarters } from '#testing/test-pictures.ts';
import { readPngWords } from './png-chunks.ts';

const bench = useImageBench();
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ' +
  'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Bosuil</rdf:li></rdf:Alt>' +
  '</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>';

async function exifBlock(): Promise<Buffer> {
  const jpeg = await quarters().withExif(CAMERA_EXIF).jpeg().toBuffer();
  return (await sharp(jpeg).metadata()).exif ?? Buffer.alloc(0);
}

/** Encodes a block as ImageMagick does where it knows no chunk for it. */
function rawProfile(kind: string, block: Buffer): Buffer {
  const lines = block.toString('hex').replaceAll(/.{72}/g, '$&\n');
  const text = deflateSync(`\n${kind}\n${String(block.length).padStart(8)}\n${lines}\n`);
  return pngChunk('zTXt', Buffer.concat([Buffer.from(`Raw profile type ${kind}\0\0`), text]));
}

const xmpChunk = pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`));
const eXIf = async () => pngChunk('eXIf', (await exifBlock()).subarray(6));
const end = (png: Buffer) => png.length - 12;
const start = () => 33;

describe('metadata of a PNG', () => {
  it.each<[string, (png: Buffer) => number, () => Promise<Buffer> | Buffer, object]>([
    ['behind a large picture', end, eXIf, { date: '2024-05-04' }],
    ['as XMP behind a large picture', end, () => xmpChunk, { title: 'Bosuil' }],
    [
      'as a raw profile',
      start,
      async () => rawProfile('exif', await exifBlock()),
      { date: '2024-05-04' },
    ],
    [
      'as a raw profile of APP1',
      start,
      async () => rawProfile('APP1', await exifBlock()),
      { date: '2024-05-04' },
    ],
    [
      'as a raw profile at the end',
      end,
      async () => rawProfile('exif', await exifBlock()),
      { date: '2024-05-04' },
    ],
    [
      'as a raw profile of XMP',
      start,
      () => rawProfile('xmp', Buffer.from(XMP)),
      { title: 'Bosuil' },
    ],
  ])('%s is read', async (_where, placeOf, make, facts) => {
    const png = await landscape(700, 500).png().toBuffer();
    const place = placeOf(png);
    const bytes = Buffer.concat([png.subarray(0, place), await make(), png.subarray(place)]);
    expect(await bench.inspect(bytes)).toMatchObject({ ok: true, facts: { facts } });
  });

  it('may be damaged anywhere', async () => {
    const png = await quarters(16, 16).png().toBuffer();
    const block = rawProfile('exif', await exifBlock());
    const whole = Buffer.concat([png.subarray(0, 33), block, xmpChunk, png.subarray(33)]);
    const file = path.join(bench.folder, 'damaged');
    for (let at = 33; at < 33 + block.length + 60; at++) {
      const bent = Buffer.from(whole);
      bent[at] = 0xff;
      writeFileSync(file, bent);
      await expect(readPngWords(file)).resolves.toBeDefined();
      writeFileSync(file, whole.subarray(0, at));
      await expect(readPngWords(file)).resolves.toBeDefined();
    }
  });
});
