/** Malicious pictures: each is refused or read, the process survives, and a refused one leaves no files. */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { useImageBench } from '#testing/image-bench.ts';
import { box } from '#testing/iso-box.ts';
import { landscape, pngChunk, stillNamed } from '#testing/test-pictures.ts';

const bench = useImageBench();
const picture = () => landscape(300, 200);

/** Inspects a picture. Returns whether it is accepted. */
async function inspect(bytes: Buffer, what: string): Promise<boolean> {
  const outcome = await bench.inspect(bytes);
  expect(bench.list(bench.put(bytes).hash), what).toEqual(outcome.ok ? ['960.jpg'] : []);
  if (!outcome.ok) expect(outcome.reason, what).toMatch(/^(?:file_damaged|\w+_refused|photo_too_)/);
  return outcome.ok;
}

const kinds = {
  JPEG: () => picture().jpeg().toBuffer(),
  'progressive JPEG': () => picture().jpeg({ progressive: true }).toBuffer(),
  PNG: () => picture().png().toBuffer(),
  'interlaced PNG': () => picture().png({ progressive: true }).toBuffer(),
  WebP: () => picture().webp().toBuffer(),
  'WebP without loss': () => picture().webp({ lossless: true }).toBuffer(),
  AVIF: () => picture().avif({ effort: 0 }).toBuffer(),
  HEIC: async () => stillNamed('grid.heic'),
  TIFF: () => picture().tiff({ compression: 'lzw' }).toBuffer(),
  GIF: () => picture().gif().toBuffer(),
};
const PLACES = 16;

it.each(Object.entries(kinds))(
  `refuses a %s truncated to any of ${PLACES} lengths`,
  async (_kind, make) => {
    const pid = bench.images.pid();
    const bytes = await make();
    for (let place = 1; place <= PLACES; place++) {
      const length = Math.floor((bytes.length * place) / (PLACES + 2));
      expect(await inspect(bytes.subarray(0, length), `${length} bytes`)).toBe(false);
    }
    expect(bench.images.pid()).toBe(pid);
  },
);

const MANY = 65_535;
const [fileType, head] = [box('ftyp', 'avif', [0, 0, 0, 0], 'avifmif1'), [0, 0, 0, 0]];
/** Nests boxes; each is 8 bytes longer than the one in it. */
const deep = (depth: number) =>
  Buffer.concat(
    Array.from({ length: depth }, (_, n) => {
      const head = box(n === depth - 1 ? 'free' : n % 2 ? 'iprp' : 'meta');
      head.writeUInt32BE((depth - n) * 8);
      return head;
    }),
  );

/** Builds a GIF that repeats one frame `count` times. */
async function gifOf(count: number): Promise<Buffer> {
  const one = await landscape(16, 16).gif().toBuffer();
  const start = one.indexOf(Buffer.from([0x21, 0xf9]));
  const frame = one.subarray(start, -1);
  return Buffer.concat([one.subarray(0, start), ...Array(count).fill(frame), one.subarray(-1)]);
}

/** Builds a PNG with `count` texts that inflate to 4 MB each. */
async function pngOfTexts(count: number): Promise<Buffer> {
  const png = await picture().png().toBuffer();
  const zeros = deflateSync(Buffer.alloc(4_000_000));
  const named = (keyword: string) =>
    pngChunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`), zeros]));
  const chunks = [named('Comment'), named('Raw profile type exif'), named('Raw profile type xmp')];
  const all = Array.from({ length: count }, (_, i) => chunks[i % 3] ?? Buffer.alloc(0));
  return Buffer.concat([png.subarray(0, 33), ...all, png.subarray(33)]);
}

/** Builds a TIFF whose page links to itself as the next. */
async function endlessTiff(): Promise<Buffer> {
  const tiff = await picture().tiff({ compression: 'none' }).toBuffer();
  const at = tiff.readUInt32LE(4);
  tiff.writeUInt32LE(at, at + 2 + 12 * tiff.readUInt16LE(at));
  return tiff;
}

it.each<[string, boolean, () => Promise<Buffer> | Buffer]>([
  [
    'boxes nested twenty thousand deep',
    false,
    () => Buffer.concat([fileType, box('meta', head, deep(20_000))]),
  ],
  [
    '65,535 items and as many properties',
    false,
    () => {
      const items = Array(MANY).fill(box('infe', [2, 0, 0, 0, 0, 1, 0, 0], 'av01\0'));
      const properties = box('ipco', ...Array(MANY).fill(box('ispe', head, head, head)));
      const meta = [box('pitm', head, [0, 1]), box('iinf', head, [255, 255], ...items)];
      return Buffer.concat([fileType, box('meta', head, ...meta, box('iprp', properties))]);
    },
  ],
  ['a GIF of a hundred thousand frames', true, () => gifOf(100_000)],
  ['a PNG of three thousand long texts', true, () => pngOfTexts(3000)],
  ['a TIFF whose page links to itself', true, endlessTiff],
])('%s: inspection ends, and the process survives', async (what, isTaken, make) => {
  const pid = bench.images.pid();
  const started = performance.now();
  expect(await inspect(await make(), what)).toBe(isTaken);
  expect(performance.now() - started).toBeLessThan(50_000);
  expect(await inspect(await picture().jpeg().toBuffer(), 'the next')).toBe(true);
  expect(bench.images.pid()).toBe(pid);
});

it.runIf(process.platform === 'linux')('frees the memory of refused pictures', async () => {
  const resident = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${bench.images.pid()}/status`, 'utf8'))?.[1]);
  const jpeg = await landscape(3000, 2000).jpeg().toBuffer();
  const refuse = async (n: number) =>
    inspect(Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.from([n])]), 'half of it');
  for (let n = 0; n < 8; n++) await refuse(n);
  const before = resident();
  for (let n = 8; n < 40; n++) await refuse(n);
  expect(resident() - before).toBeLessThan(64 * 1024);
});
