/** Large photos, two at a time, within the memory of the image process: it is killed at its limit. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { silentLog, useImageBench } from '#testing/image-bench.ts';
import { box } from '#testing/iso-box.ts';

const ended: object[] = [];
const warn = (facts: object) => void ended.push(facts);
const bench = useImageBench({ log: { ...silentLog, warn } });

/** Noise that is enlarged, so that it has detail of every size and is made fast. */
function photograph(width: number, height: number) {
  const small = { width: width / 4, height: height / 4, channels: 3, background: '#567' } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { ...small, noise } }).resize(width, height);
}

/** In one piece, not in tiles. */
async function heicOf(picture: Sharp): Promise<Buffer> {
  const [from, to] = [path.join(bench.folder, 'from.png'), path.join(bench.folder, 'to.heic')];
  await picture.png({ compressionLevel: 1 }).toFile(from);
  const options = ['-q', '50', '-p', 'preset=ultrafast', '-o', to];
  execFileSync('heif-enc', [...options, from], { stdio: 'pipe' });
  return readFileSync(to);
}

const heic = (width: number, height: number) => heicOf(photograph(width, height));

it.each<[string, number, () => Promise<Buffer>]>([
  ['JPEGs of 24 megapixels', 24, () => photograph(6000, 4000).jpeg().toBuffer()],
  ['JPEGs of 45 megapixels', 6, () => photograph(8192, 5464).jpeg().toBuffer()],
  ['HEICs of 24 megapixels', 6, () => heic(6000, 4000)],
  ['HEICs of 45 megapixels', 4, () => heic(8192, 5464)],
  ['AVIFs of 45 megapixels', 4, () => photograph(8192, 5464).avif({ effort: 0 }).toBuffer()],
])('%s', async (_what, count, make) => {
  const bytes = await make();
  const waiting = Array.from({ length: count }, (_, n) => n);
  const work = async () => {
    // A box behind the picture makes it another file.
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop())
      await bench.renderAll(Buffer.concat([bytes, box('free', [n])]));
  };
  await Promise.all([work(), work()]);
  expect(ended).toEqual([]);
});

it('a HEIC in one piece, higher than a strip, looks like its original', async () => {
  const original = await photograph(1200, 2800).png().toBuffer();
  const { folder } = await bench.renderAll(await heicOf(sharp(original)));
  const small = (picture: Sharp) => picture.resize(60, 140).removeAlpha().raw().toBuffer();
  const expected = await small(sharp(original));
  const seen = await small(sharp(path.join(folder, '2560-3.avif')));
  const largest = Math.max(...seen.map((code, at) => Math.abs(code - (expected[at] ?? 0))));
  expect(largest).toBeLessThan(12);
});
