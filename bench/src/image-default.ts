/**
 * The baseline: sharp's defaults, one pipeline per file. Run as a program it measures itself:
 * `node bench/src/image-default.ts <out> <jobs> <file...>`; with `jobs` 0 it makes all files of a
 * photo at the same time.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { avifLadder, jpegLadder } from '@veldlicht/contract/ladder';
import sharp from 'sharp';

const [out = '', jobs = '2', ...files] = process.argv.slice(2);

/** Each step decodes the photo again. */
function stepsOf(file: string): (() => Promise<unknown>)[] {
  const folder = path.join(out, path.parse(file).name);
  mkdirSync(folder, { recursive: true });
  const open = (side: number) =>
    sharp(file).autoOrient().resize(side, side, { fit: 'inside', withoutEnlargement: true });
  return [
    ...avifLadder.map((slot) => () => open(slot).avif().toFile(`${folder}/${slot}-3.avif`)),
    ...jpegLadder.map((slot) => () => open(slot).jpeg().toFile(`${folder}/${slot}-3.jpg`)),
  ];
}

const queue = [...files];
async function work(): Promise<void> {
  for (let file = queue.shift(); file; file = queue.shift()) {
    if (jobs === '0') await Promise.all(stepsOf(file).map((step) => step()));
    else for (const step of stepsOf(file)) await step();
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: Math.max(1, Number(jobs)) }, work));
const wallMs = performance.now() - started;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const cpuMs = (userCPUTime + systemCPUTime) / 1000;
console.log(JSON.stringify({ wallMs, cpuMs, peakMb: maxRSS / 1024 }));
