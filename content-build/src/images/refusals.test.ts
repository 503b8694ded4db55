import { randomBytes } from 'node:crypto';
import { ACCEPTED_TEXT } from '@veldlicht/contract/upload';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageBench, type ImageBench } from '#testing/image-bench.ts';
import { landscape, patchJpegSize, pngBomb } from '#testing/test-pictures.ts';

let bench: ImageBench;
beforeAll(() => {
  bench = createImageBench();
});
afterAll(() => bench.close());

const text = (words: string) => () => Promise.resolve(Buffer.from(words));
const jpeg = () => landscape(1200, 800).jpeg().toBuffer();

describe('what is no accepted picture or film', () => {
  it.each([
    ['an SVG', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>')],
    ['a bare SVG', text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')],
    ['HTML', text('<!doctype html><script>alert(1)</script>')],
    ['a PDF', text('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['PHP', text('<?php system($_GET["c"]); ?>')],
    ['nothing at all', text('')],
    [
      'ten megabytes of noise',
      () => Promise.resolve(Buffer.concat([Buffer.from('x'), randomBytes(1e7)])),
    ],
    ['an archive', text('PK\x03\x04\x14\0\0\0\0\0')],
  ])('%s is refused as an unsupported type', async (_name, make) => {
    const bytes = await make();
    const outcome = await bench.inspect(bytes);
    expect(outcome).toMatchObject({ ok: false, code: 'unsupported_type' });
    expect(outcome).toHaveProperty('message', expect.stringContaining(ACCEPTED_TEXT));
    expect(bench.list(bench.put(bytes).hash)).toEqual([]);
  });
});

it('a JPEG with 12 bits per channel is whole, and told how it is accepted', async () => {
  const bytes = Buffer.from(await jpeg());
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0, 0, 17, 8]));
  bytes[frame + 4] = 12;
  const outcome = await bench.inspect(bytes);
  expect(outcome).toMatchObject({ ok: false, code: 'unsupported_type' });
  expect(outcome).toHaveProperty(
    'message',
    expect.stringContaining('JPEG is not accepted; save it with 8 bits'),
  );
  expect(outcome).toHaveProperty('message', expect.stringContaining(ACCEPTED_TEXT));
});

describe('what is damaged', () => {
  it.each([
    ['a JPEG cut off at 60 %', async () => (await jpeg()).subarray(0, 12_000)],
    ['a GIF that is only a signature', text('GIF89a/*<script>*/=1')],
    ['a PNG cut off', async () => (await landscape(900, 600).png().toBuffer()).subarray(0, 90_000)],
    ['a WebP cut off', async () => (await landscape(900, 600).webp().toBuffer()).subarray(0, 4000)],
    [
      'an AVIF cut off',
      async () => (await landscape(900, 600).avif({ effort: 0 }).toBuffer()).subarray(0, 2000),
    ],
    ['a TIFF cut off', async () => (await landscape(900, 600).tiff().toBuffer()).subarray(0, 4000)],
  ])('%s is refused as unreadable', async (_name, make) => {
    const bytes = await make();
    expect(await bench.inspect(bytes)).toMatchObject({ ok: false, code: 'unreadable_file' });
    expect(bench.list(bench.put(bytes).hash)).toEqual([]);
  });

  it('a file that is not there any more is refused as missing', async () => {
    const { renditionsFolder, hash } = bench.put('gone');
    const outcome = await bench.images.inspect({ file: '/nowhere/at/all', renditionsFolder, hash });
    expect(outcome).toMatchObject({ ok: false, code: 'upload_missing' });
  });
});

describe('what is too large', () => {
  it.each([
    ['256 megapixels in a few kilobytes', () => Promise.resolve(pngBomb(16_000, 16_000))],
    // Cut off: whoever looked at the pixels would call them damaged.
    ['the start of it', () => Promise.resolve(pngBomb(16_000, 16_000).subarray(0, 1000))],
    ['900 megapixels', () => Promise.resolve(pngBomb(30_000, 30_000))],
    ['a strip of a million pixels', () => Promise.resolve(pngBomb(1_000_000, 1))],
    ['a JPEG whose header says 64250²', async () => patchJpegSize(await jpeg(), 64_250, 64_250)],
  ])('%s is refused by its header', async (_name, make) => {
    const bytes = await make();
    bench.put(bytes);
    const outcome = await bench.inspect(bytes);
    expect(outcome).toMatchObject({ ok: false, code: 'unreadable_file' });
    expect(outcome).toHaveProperty('message', expect.stringContaining('too large'));
    expect(bench.list(bench.put(bytes).hash)).toEqual([]);
  });

  it('an animation of five thousand frames costs no more than its first', async () => {
    const frame = { width: 16, height: 16 * 5000, channels: 3 as const, pageHeight: 16 };
    const pixels = Buffer.alloc(frame.width * frame.height * 3, 90);
    for (let at = 0; at < pixels.length; at += 768) pixels[at] = at % 251;
    const webp = await sharp(pixels, { raw: frame }).webp({ effort: 0, loop: 0 }).toBuffer();
    const outcome = await bench.inspect(webp);
    expect(outcome).toMatchObject({ ok: true, facts: { width: 16, height: 16 } });
  });

  it('144 megapixels are accepted', async () => {
    const outcome = await bench.inspect(pngBomb(12_000, 12_000));
    expect(outcome).toMatchObject({ ok: true, facts: { width: 12_000, height: 12_000 } });
  });
});
