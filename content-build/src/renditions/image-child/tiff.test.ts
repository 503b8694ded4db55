import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { useImageBench } from '#testing/image-bench.ts';
import { pixelAt } from '#testing/test-pictures.ts';
import { makeTiff, type TiffPage } from '#testing/tiff-file.ts';
import { readDirectories, tags } from './tiff.ts';

const bench = useImageBench();
const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-tiff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(bytes: Buffer) {
  const file = path.join(folder, 'upload');
  writeFileSync(file, bytes);
  return readDirectories(file);
}

/** One directory in the order of bytes, or the length of numbers, that `makeTiff` does not write. */
function bigEndian(): Buffer {
  const bytes = Buffer.alloc(8 + 2 + 24 + 4);
  bytes.write('MM\0*\0\0\0\x08\0\x02', 'latin1');
  bytes.set([1, 3, 0, 3, 0, 0, 0, 1, 0, 7], 10);
  bytes.set([1, 6, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2], 22);
  return bytes;
}

function bigTiff(): Buffer {
  const bytes = Buffer.alloc(16 + 8 + 20 + 8);
  bytes.write('II+\0\x08\0\0\0\x10', 'latin1');
  bytes[16] = 1;
  bytes.set([3, 1, 3, 0, 3, 0, 0, 0, 0, 0, 0, 0, 8, 0, 16, 0, 8], 24);
  return bytes;
}

/** Where the first directory says how many values a tag has; they, or where they are, come after that. */
function countAt(bytes: Buffer, tag: number): number {
  const directory = bytes.readUInt32LE(4);
  let at = directory + 2;
  while (bytes.readUInt16LE(at) !== tag) at += 12;
  return at + 4;
}

describe('directories', () => {
  it('are read in both orders of bytes and both lengths of numbers', async () => {
    const [small] = (await read(makeTiff([{ bits: 16 }]))).pages;
    expect(small?.get(tags.bitsPerSample)).toEqual([16, 16, 16]);
    const [motorola] = (await read(bigEndian())).pages;
    expect(motorola?.get(tags.compression)).toEqual([7]);
    expect(motorola?.get(tags.photometric)).toEqual([2]);
    const [big] = (await read(bigTiff())).pages;
    expect(big?.get(tags.compression)).toEqual([8, 16, 8]);
  });

  it('are told apart by where they stand, read once though they lead in a circle, and no more than a hundred', async () => {
    const { pages, inner } = await read(makeTiff([{ inner: [{}, {}] }, {}, { inner: [{}] }]));
    expect([pages.length, inner.length]).toEqual([3, 3]);
    const bytes = makeTiff([{}, {}]);
    const first = bytes.readUInt32LE(4);
    bytes.writeUInt32LE(first, first + 2 + bytes.readUInt16LE(first) * 12);
    expect((await read(bytes)).pages).toHaveLength(1);
    const inCircle = makeTiff([{ tags: { 330: 0 } }]);
    inCircle.writeUInt32LE(inCircle.readUInt32LE(4), countAt(inCircle, 330) + 4);
    expect(await read(inCircle)).toMatchObject({ pages: [{}], inner: [] });
    const many = Array.from({ length: 300 }, () => ({ width: 1, height: 1 }));
    expect((await read(makeTiff(many))).pages).toHaveLength(100);
  });

  it('that are damaged, outside the file, or in no TIFF are none', async () => {
    const bytes = makeTiff([{}]);
    bytes.writeUInt16LE(65_535, bytes.readUInt32LE(4));
    expect((await read(bytes)).pages).toEqual([]);
    for (const offset of [0, 4_000_000_000]) {
      bytes.writeUInt32LE(offset, 4);
      expect((await read(bytes)).pages, String(offset)).toEqual([]);
    }
    expect((await read(bigTiff().fill(0xff, 8, 16))).pages).toEqual([]);
    for (const words of ['', 'II', 'II*', 'GIF89a, and more than sixteen bytes'])
      expect((await read(Buffer.from(words))).pages, words).toEqual([]);
    // A tag whose values are too many or elsewhere is there all the same.
    const dng = makeTiff([{ tags: { 50706: 'a version' } }]);
    dng.writeUInt32LE(0xffffffff, countAt(dng, 50_706));
    expect((await read(dng)).pages[0]?.has(tags.dngVersion)).toBe(true);
  });
});

describe('a TIFF of a form that would be decoded to another picture', () => {
  it.each<[string, TiffPage]>([
    ['tiles of ZSTD', { isTiled: true, tags: { 259: 50_000 } }],
    ['tiles of LZMA', { isTiled: true, tags: { 259: 34_925 } }],
    ['tiles of JPEG 2000', { isTiled: true, tags: { 259: 34_712 } }],
    ['strips of ZSTD', { tags: { 259: 50_000 } }],
    ['whole numbers of 32 bits', { bits: 32 }],
    ['signed numbers', { bits: 16, tags: { 339: 2 } }],
    ['floating greys', { bits: 32, tags: { 262: 1, 277: 1, 339: 3 } }],
    ['YCbCr without JPEG', { tags: { 262: 6 } }],
    ['masks beside the colours', { tags: { 277: 5 } }],
    ['tiles of separate planes', { isTiled: true, tags: { 284: 2 } }],
    ['Lab of 8 bits', { tags: { 262: 8 } }],
  ])('%s: is refused and told what is accepted', async (_form, page) => {
    const refusal = { ok: false, code: 'unsupported_type', reason: 'tiff_refused' };
    expect(await bench.inspect(makeTiff([page]))).toEqual(refusal);
  });
});

describe('the format of a camera', () => {
  const make = { 271: 'NIKON CORPORATION' };
  /** What cameras put first. */
  const thumbnail = { width: 160, height: 120, tags: { 254: 1, ...make } };
  const cr2 = makeTiff([{}], 'CR\x02\0\0\0\0\0');
  cr2.writeUInt32LE(16, 4);

  it.each<[string, Buffer]>([
    ['a DNG', makeTiff([{ tags: { 50706: '\x01\x04\0\0' } }])],
    ['a NEF', makeTiff([{ ...thumbnail, inner: [{ tags: { 262: 32_803 } }] }])],
    ['a picture behind the end', makeTiff([{ ...thumbnail, tags: { 254: 1, 330: 1e9 } }])],
    ['an ARW', makeTiff([{ ...thumbnail, tags: { ...thumbnail.tags, 50341: 'PrintIM' } }])],
    ['a PEF', makeTiff([thumbnail, { ...thumbnail, width: 640 }])],
    ['a first page like any picture', makeTiff([{}, { tags: { 262: 32_803 } }])],
    ['linear pixels beside a picture', makeTiff([{ inner: [{ tags: { 262: 34_892 } }] }])],
    ['a CR2', cr2],
    ['a CR2 that is cut off', cr2.subarray(0, 1000)],
  ])('%s: is refused as a kind that is not accepted', async (_name, bytes) => {
    const refusal = { ok: false, code: 'unsupported_type', reason: 'kind_refused' };
    expect(await bench.inspect(bytes)).toEqual(refusal);
  });
});

it.each(['lzw', 'deflate', 'jpeg', 'packbits', 'webp', 'none'] as const)(
  'takes a TIFF compressed with %s',
  async (compression) => {
    const grey = sharp({ create: { width: 64, height: 48, channels: 3, background: '#777' } });
    const bytes = await grey.tiff({ compression }).toBuffer();
    expect(await bench.inspect(bytes)).toMatchObject({ ok: true, facts: { extension: 'tif' } });
  },
);

describe('a TIFF', () => {
  const colour = [200, 60, 40] as const;
  const large = { width: 608, height: 400, colour };
  const small = { width: 150, height: 100 };
  const reduced = { 254: 1 };

  it.each<[string, TiffPage[]]>([
    ['of strips', [large]],
    ['of tiles', [{ ...large, isTiled: true }]],
    ['of 16 bits', [{ ...large, bits: 16 }]],
    ['with a word of a printer', [{ ...large, tags: { 50341: 'PrintIM\x000300' } }]],
    ['with a smaller version first', [{ ...small, tags: reduced }, large]],
    ['with a smaller version as in 1988', [{ ...small, tags: { 255: 2 } }, large]],
    ['with a mask first', [{ ...small, tags: { 254: 4 } }, large]],
    ['with smaller versions last', [large, { ...small, tags: reduced }]],
    ['with smaller ones inside', [{ ...large, inner: [{ ...small, tags: reduced }] }]],
    ['of two whole pages', [large, { ...small, tags: { 254: 2 } }]],
    ['with no page that is said to be whole', [{ ...large, tags: reduced }]],
  ])('%s shows the picture itself', async (_form, pages) => {
    const bytes = makeTiff(pages);
    const facts = { extension: 'tif', width: 608, height: 400 };
    expect(await bench.inspect(bytes)).toMatchObject({ ok: true, facts });
    const seen = await pixelAt(bench.read(bench.put(bytes).hash, '960.jpg'), 0.5, 0.5);
    const off = seen.reduce((sum, part, i) => sum + Math.abs(part - (colour[i] ?? 0)), 0);
    expect(off).toBeLessThan(12);
  });
});
