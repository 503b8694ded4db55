import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { useImageBench } from '#testing/image-bench.ts';
import { pixelAt } from '#testing/test-pictures.ts';
import { makeTiff, type TiffPage } from '#testing/tiff-file.ts';

const bench = useImageBench();
const refusal = (reason: string) => ({ ok: false, code: 'unsupported_type', reason });

const make = { 271: 'NIKON CORPORATION' };
/** Cameras put a thumbnail first. */
const thumbnail = { width: 160, height: 120, tags: { 254: 1, ...make } };

describe('a TIFF that would be decoded wrong', () => {
  it.each<[string, TiffPage[]]>([
    ['tiles of ZSTD', [{ isTiled: true, tags: { 259: 50_000 } }]],
    ['tiles of JPEG 2000', [{ isTiled: true, tags: { 259: 34_712 } }]],
    ['strips of LogLuv', [{ tags: { 259: 34_676 } }]],
    ['whole numbers of 32 bits', [{ bits: 32 }]],
    ['signed numbers', [{ bits: 16, tags: { 339: 2 } }]],
    ['floating greys', [{ bits: 32, tags: { 262: 1, 277: 1, 339: 3 } }]],
    ['masks beside the colours', [{ tags: { 277: 5 } }]],
    ['tiles of separate planes', [{ isTiled: true, tags: { 284: 2 } }]],
    ['Lab of 8 bits', [{ tags: { 262: 8 } }]],
    ['a smaller version first', [{ tags: { 254: 1 } }, {}]],
    ['a smaller version as in 1988 first', [{ tags: { 255: 2 } }, {}]],
    ['a mask first', [{ tags: { 254: 4 } }, {}]],
    ['a NEF', [{ ...thumbnail, inner: [{ tags: { 262: 32_803 } }] }]],
    ['an ARW', [{ ...thumbnail, tags: { ...thumbnail.tags, 50341: 'PrintIM' } }]],
    ['a PEF', [thumbnail, { ...thumbnail, width: 640 }]],
  ])('%s: is refused with the accepted forms', async (_form, pages) => {
    expect(await bench.inspect(makeTiff(pages))).toEqual(refusal('tiff_refused'));
  });

  it('a BigTIFF, whose tags exifr can’t read: is refused too', async () => {
    const grey = sharp({ create: { width: 64, height: 48, channels: 3, background: '#777' } });
    const bytes = await grey.tiff({ bigtiff: true }).toBuffer();
    expect(await bench.inspect(bytes)).toEqual(refusal('tiff_refused'));
  });

  const cr2 = makeTiff([{}], 'CR\x02\0\0\0\0\0');
  cr2.writeUInt32LE(16, 4);
  it.each<[string, Buffer]>([
    ['a DNG', makeTiff([{ tags: { 50706: '\x01\x04\0\0' } }])],
    ['a CR2', cr2],
    ['a CR2 that is cut off', cr2.subarray(0, 1000)],
  ])('%s: is refused as an unsupported type', async (_name, bytes) => {
    expect(await bench.inspect(bytes)).toEqual(refusal('kind_refused'));
  });
});

it.each(['lzw', 'deflate', 'jpeg', 'packbits', 'webp', 'none'] as const)(
  'accepts a TIFF compressed with %s',
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
    ['with smaller versions last', [large, { ...small, tags: reduced }]],
    ['with smaller ones inside', [{ ...large, inner: [{ ...small, tags: reduced }] }]],
    ['of two whole pages', [large, { ...small, tags: { 254: 2 } }]],
  ])('%s shows the picture itself', async (_form, pages) => {
    const bytes = makeTiff(pages);
    const facts = { extension: 'tif', width: 608, height: 400 };
    expect(await bench.inspect(bytes)).toMatchObject({ ok: true, facts });
    const seen = await pixelAt(bench.read(bench.put(bytes).hash, '960.jpg'), 0.5, 0.5);
    const off = seen.reduce((sum, part, i) => sum + Math.abs(part - (colour[i] ?? 0)), 0);
    expect(off).toBeLessThan(12);
  });
});
