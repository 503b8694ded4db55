import { ACCEPTED_TEXT } from '@veldlicht/contract/upload';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageBench, type ImageBench } from '#testing/image-bench.ts';
import { makeTiff } from '#testing/tiff-file.ts';

let bench: ImageBench;
beforeAll(() => {
  bench = createImageBench();
});
afterAll(() => bench.close());

/** The colour of the middle of a picture's first rendition. */
async function shownColour(bytes: Buffer): Promise<number[]> {
  const { data, info } = await sharp(bench.read(bench.put(bytes).hash, '960.jpg'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
  return [...data.subarray(at, at + 3)];
}

describe('a TIFF of a form that would be decoded to another picture', () => {
  it.each([
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
  ] as const)('%s: is refused and told what is accepted', async (_form, page) => {
    const bytes = makeTiff([page]);
    const outcome = await bench.inspect(bytes);
    expect(outcome).toMatchObject({ ok: false, code: 'unsupported_type' });
    // As the panel's catalogue has it.
    const advice =
      'save it with 8 or 16 bits per channel, without extra channels, uncompressed or with LZW, ZIP or JPEG';
    expect(outcome).toHaveProperty(
      'message',
      `This kind of TIFF is not accepted; ${advice}. Use ${ACCEPTED_TEXT}.`,
    );
    expect(bench.list(bench.put(bytes).hash)).toEqual([]);
  });
});

describe('a TIFF of another form', () => {
  it.each([
    ['strips', {}],
    ['tiles', { isTiled: true }],
    ['16 bits', { bits: 16 }],
  ] as const)('%s: is taken', async (_form, page) => {
    const bytes = makeTiff([page]);
    expect(await bench.inspect(bytes)).toMatchObject({ ok: true, facts: { extension: 'tif' } });
    const [r = 0, g = 0, b = 0] = await shownColour(bytes);
    expect(Math.abs(r - 40) + Math.abs(g - 90) + Math.abs(b - 200)).toBeLessThan(12);
  });

  it.each(['lzw', 'deflate', 'jpeg', 'packbits', 'webp', 'none'] as const)(
    'compressed with %s: is taken',
    async (compression) => {
      const grey = sharp({ create: { width: 64, height: 48, channels: 3, background: '#777' } });
      const bytes = await grey.tiff({ compression }).toBuffer();
      expect(await bench.inspect(bytes)).toMatchObject({ ok: true, facts: { extension: 'tif' } });
    },
  );
});

const reduced = { 254: 1 };
const make = { 271: 'NIKON CORPORATION' };
/** What cameras put first. */
const thumbnail = { width: 160, height: 120, tags: { ...reduced, ...make } };

describe('the format of a camera', () => {
  it.each([
    ['a DNG', [{ tags: { 50706: '\x01\x04\0\0' } }]],
    ['a NEF', [{ ...thumbnail, inner: [{ tags: { 262: 32_803 } }] }]],
    ['one whose picture is behind the end', [{ ...thumbnail, tags: { ...reduced, 330: 1e9 } }]],
    ['an ARW', [{ ...thumbnail, tags: { ...thumbnail.tags, 50341: 'PrintIM' } }]],
    ['a PEF', [thumbnail, { ...thumbnail, width: 640 }]],
    ['one whose first page looks like any picture', [{}, { tags: { 262: 32_803 } }]],
    ['linear pixels beside a picture', [{ inner: [{ tags: { 262: 34_892 } }] }]],
  ] as const)('%s: is refused as a kind that is not accepted', async (_name, pages) => {
    const bytes = makeTiff(pages);
    const outcome = await bench.inspect(bytes);
    expect(outcome).toMatchObject({ ok: false, code: 'unsupported_type' });
    expect(outcome).toHaveProperty('message', expect.stringContaining(ACCEPTED_TEXT));
  });

  it('a CR2: is known by its head, even if it is cut off', async () => {
    const bytes = makeTiff([{}], 'CR\x02\0\0\0\0\0');
    bytes.writeUInt32LE(16, 4);
    for (const cut of [bytes, bytes.subarray(0, 1000)])
      expect(await bench.inspect(cut)).toMatchObject({ ok: false, code: 'unsupported_type' });
  });
});

describe('a TIFF of several pages', () => {
  const large = { width: 600, height: 400, colour: [200, 60, 40] } as const;
  const small = { width: 150, height: 100 };

  it.each([
    ['a smaller version first', [{ ...small, tags: reduced }, large]],
    ['a smaller version first, as it was said in 1988', [{ ...small, tags: { 255: 2 } }, large]],
    ['a mask first', [{ ...small, tags: { 254: 4 } }, large]],
    ['smaller versions last', [large, { ...small, tags: reduced }]],
    ['smaller versions inside', [{ ...large, tags: make, inner: [{ ...small, tags: reduced }] }]],
    ['two whole pages', [large, { ...small, tags: { 254: 2 } }]],
    ['no page that is said to be whole', [{ ...large, tags: reduced }]],
  ] as const)('%s: shows the picture itself', async (_order, pages) => {
    const bytes = makeTiff(pages);
    const { inspected } = await bench.renderAll(bytes);
    expect(inspected.facts).toMatchObject({ width: 600, height: 400 });
    const [r = 0, g = 0, b = 0] = await shownColour(bytes);
    expect(Math.abs(r - 200) + Math.abs(g - 60) + Math.abs(b - 40)).toBeLessThan(12);
  });
});

it('takes a TIFF that a printer or a scanner has left a word in', async () => {
  const bytes = makeTiff([{ tags: { 50341: 'PrintIM\x000300' } }]);
  expect(await bench.inspect(bytes)).toMatchObject({ ok: true, facts: { width: 96, height: 64 } });
});
