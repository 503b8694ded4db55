/** Huge malicious pictures: each is refused or read, the process survives, and a refused one leaves no files. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inspectPicture } from '#testing/hostile-files.ts';
import { useImageBench } from '#testing/image-bench.ts';
import { box } from '#testing/iso-box.ts';
import { landscape, pngOfTexts } from '#testing/test-pictures.ts';

const bench = useImageBench();
const picture = () => landscape(300, 200);

const inspect = (bytes: Buffer, what: string) => inspectPicture(bench, bytes, what);

const MANY = 65_535;
const [fileType, head] = [box('ftyp', 'avif', [0, 0, 0, 0], 'avifmif1'), [0, 0, 0, 0]];
/** Builds a GIF that repeats one frame `count` times. */
async function gifOf(count: number): Promise<Buffer> {
  const one = await landscape(16, 16).gif().toBuffer();
  const start = one.indexOf(Buffer.from([0x21, 0xf9]));
  const frame = one.subarray(start, -1);
  return Buffer.concat([one.subarray(0, start), ...Array(count).fill(frame), one.subarray(-1)]);
}

it.each<[string, boolean, () => Promise<Buffer> | Buffer]>([
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
  [
    'a PNG of three thousand long texts',
    true,
    async () => pngOfTexts(await picture().png().toBuffer(), 3000),
  ],
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
