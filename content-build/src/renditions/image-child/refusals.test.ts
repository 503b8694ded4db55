/** Files refused by their bytes, header or pixels (threats T16, T17). */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { useImageBench } from '#testing/image-bench.ts';
import { landscape, patchJpegSize, pngBomb } from '#testing/test-pictures.ts';

const bench = useImageBench();
const text = (words: string) => () => Buffer.from(words);
const jpeg = () => landscape(1200, 800).jpeg().toBuffer();
const picture = () => landscape(900, 600);
const start = (bytes: Buffer, length: number) => bytes.subarray(0, length);

const OTHER = { code: 'unsupported_type', reason: 'kind_refused' };
const DAMAGED = { code: 'unreadable_file', reason: 'file_damaged' };
const LARGE = { code: 'unreadable_file', reason: expect.stringMatching(/^photo_too_large\?/) };

it.each([
  ['an SVG', OTHER, text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a bare SVG', OTHER, text('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"></svg>')],
  ['HTML', OTHER, text('<!doctype html><script>alert(1)</script>')],
  ['a PDF', OTHER, text('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
  ['PHP', OTHER, text('<?php system($_GET["c"]); ?>')],
  ['nothing at all', OTHER, text('')],
  ['ten megabytes of noise', OTHER, () => Buffer.concat([Buffer.from('x'), randomBytes(1e7)])],
  ['an archive', OTHER, text('PK\x03\x04\x14\0\0\0\0\0')],
  ['a JPEG cut off at 60 %', DAMAGED, async () => start(await jpeg(), 12_000)],
  ['a GIF that is only a signature', DAMAGED, text('GIF89a/*<script>*/=1')],
  ['a PNG cut off', DAMAGED, async () => start(await picture().png().toBuffer(), 90_000)],
  ['a WebP cut off', DAMAGED, async () => start(await picture().webp().toBuffer(), 4000)],
  [
    'an AVIF cut off',
    DAMAGED,
    async () => start(await picture().avif({ effort: 0 }).toBuffer(), 2000),
  ],
  ['a TIFF cut off', DAMAGED, async () => start(await picture().tiff().toBuffer(), 4000)],
  ['256 megapixels in a few kilobytes', LARGE, () => pngBomb(16_000, 16_000)],
  // Decoding would report damage.
  ['the start of it', LARGE, () => start(pngBomb(16_000, 16_000), 1000)],
  ['900 megapixels', LARGE, () => pngBomb(30_000, 30_000)],
  ['a strip of a million pixels', LARGE, () => pngBomb(1_000_000, 1)],
  ['a JPEG whose header says 64250²', LARGE, async () => patchJpegSize(await jpeg(), 64_250)],
] as const)('refuses %s and leaves no file', async (_name, refusal, make) => {
  const bytes = await make();
  expect(await bench.inspect(bytes)).toEqual({ ok: false, ...refusal });
  expect(bench.list(bench.put(bytes).hash)).toEqual([]);
});

it('refuses and the process survives (T17)', async () => {
  const pid = bench.images.pid();
  for (const bad of [pngBomb(16_000, 16_000), patchJpegSize(await jpeg(), 64_250)])
    expect(await bench.inspect(bad)).toMatchObject({ ok: false });
  expect(await bench.inspect(await jpeg())).toMatchObject({ ok: true });
  expect(bench.images.pid()).toBe(pid);
});

it('refuses a removed file as missing', async () => {
  const { renditionsFolder, hash } = bench.put('gone');
  const inspected = bench.images.inspect({ file: '/nowhere/at/all', renditionsFolder, hash });
  await expect(inspected).rejects.toMatchObject({ code: 'upload_missing' });
});

it('refuses a JPEG with 12 bits per channel as unsupported, not as damaged', async () => {
  const bytes = Buffer.from(await jpeg());
  bytes[bytes.indexOf(Buffer.from([0xff, 0xc0, 0, 17, 8])) + 4] = 12;
  const refusal = { ok: false, code: 'unsupported_type', reason: 'jpeg_refused' };
  expect(await bench.inspect(bytes)).toEqual(refusal);
});

it('decodes one frame of an animation of five thousand', async () => {
  const frame = { width: 16, height: 16 * 5000, channels: 3 as const, pageHeight: 16 };
  const pixels = Buffer.alloc(frame.width * frame.height * 3, 90);
  for (let at = 0; at < pixels.length; at += 768) pixels[at] = at % 251;
  const webp = await sharp(pixels, { raw: frame }).webp({ effort: 0, loop: 0 }).toBuffer();
  const outcome = await bench.inspect(webp);
  expect(outcome).toMatchObject({ ok: true, facts: { width: 16, height: 16 } });
});

it('accepts 144 megapixels', async () => {
  const outcome = await bench.inspect(pngBomb(12_000, 12_000));
  expect(outcome).toMatchObject({ ok: true, facts: { width: 12_000, height: 12_000 } });
});
