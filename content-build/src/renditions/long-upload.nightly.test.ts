/** Large photos, two at a time, within the memory of the image process: it is killed at its limit. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { silentLog, useImageBench } from '#testing/image-bench.ts';

const ended: object[] = [];
const warn = (facts: object) => void ended.push(facts);
const bench = useImageBench({ log: { ...silentLog, warn } });

/** Noise that is enlarged, so that it has detail of every size and is made fast. */
function photograph(width: number, height: number) {
  const small = { width: width / 4, height: height / 4, channels: 3, background: '#567' } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { ...small, noise } }).resize(width, height);
}

async function heic(width: number, height: number): Promise<Buffer> {
  const [from, to] = [path.join(bench.folder, 'from.png'), path.join(bench.folder, 'to.heic')];
  writeFileSync(from, await photograph(width, height).png({ compressionLevel: 1 }).toBuffer());
  execFileSync('heif-enc', ['-q', '50', '-p', 'preset=ultrafast', '-o', to, from], {
    stdio: 'pipe',
  });
  return readFileSync(to);
}

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
    // Bytes behind the picture make it another file.
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop())
      await bench.renderAll(
        Buffer.concat([bytes, Buffer.from([0, 0, 0, 9]), Buffer.from(`free${n % 10}`)]),
      );
  };
  await Promise.all([work(), work()]);
  expect(ended).toEqual([]);
});
