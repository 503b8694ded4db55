/** Malicious pictures: each is refused or read, the process survives, and a refused one leaves no files. */
import { expect, it } from 'vitest';
import { inspectPicture, nestedBoxes } from '#testing/hostile-files.ts';
import { useImageBench } from '#testing/image-bench.ts';
import { box } from '#testing/iso-box.ts';
import { landscape, pngOfTexts, stillNamed } from '#testing/test-pictures.ts';

const bench = useImageBench();
const picture = () => landscape(300, 200);

const inspect = (bytes: Buffer, what: string) => inspectPicture(bench, bytes, what);

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

const [fileType, head] = [box('ftyp', 'avif', [0, 0, 0, 0], 'avifmif1'), [0, 0, 0, 0]];

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
    () => Buffer.concat([fileType, box('meta', head, nestedBoxes(20_000, ['iprp', 'meta']))]),
  ],
  [
    'a PNG of three hundred long texts',
    true,
    async () => pngOfTexts(await picture().png().toBuffer(), 300),
  ],
  ['a TIFF whose page links to itself', true, endlessTiff],
])('%s: inspection ends, and the process survives', async (what, isTaken, make) => {
  const pid = bench.images.pid();
  const started = performance.now();
  expect(await inspect(await make(), what)).toBe(isTaken);
  expect(performance.now() - started).toBeLessThan(50_000);
  expect(await inspect(await picture().jpeg().toBuffer(), 'the next')).toBe(true);
  expect(bench.images.pid()).toBe(pid);
});
