/**
 * `npm run bench -- images`: compares our image process with sharp's defaults in making all renditions of
 * varied photographs. `BENCH_PHOTOS` names a folder of JPEGs to use instead of generated ones.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { avifLadder, ladderOf } from '@veldlicht/contract/ladder';
import sharp from 'sharp';
import { makePhotographs } from './image-corpus.ts';
import { compareQuality } from './image-quality.ts';
import { type Cost, median } from './programs.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const OURS = path.join(root, 'content-build/src/testing/render-photos.ts');
const DEFAULTS = path.join(import.meta.dirname, 'image-default.ts');
const PHOTOS = 8;
/**
 * Ours takes seconds, the defaults minutes, and the speed of a shared machine varies by a quarter from minute to
 * minute. Ours is therefore measured several times, half of them before and half after the defaults.
 */
const ROUNDS = 6;
/** Times that a round repeats all photos: memory grows in a long upload, and at its end one core has no work. */
const REPEATS = 3;

interface OurCost extends Cost {
  firstMs: number[];
  wholeMs: number[];
}

/** Times of a single photo: its first rendition, all renditions, and all by the defaults. */
interface Single {
  firstMs: number;
  wholeMs: number;
  defaultMs: number;
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

async function measure<T extends Cost>(program: string, ...args: string[]): Promise<T> {
  const { stdout } = await run(process.execPath, [program, ...args]);
  // Cast: both programs are ours and print only this.
  return JSON.parse(stdout) as T;
}

function avifBytes(folder: string, photos: string[]): number {
  const sizes = photos.flatMap((photo) =>
    avifLadder.map(
      (slot) => statSync(path.join(folder, path.parse(photo).name, `${slot}-3.avif`)).size,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Megapixels of all renditions: the cost per photo depends on the ladder, the cost per pixel does not. */
async function megapixelsMade(photos: string[]): Promise<number> {
  const sizes = await Promise.all(photos.map((photo) => sharp(photo).metadata()));
  const pixels = sizes.flatMap((size) =>
    ladderOf('3', size).map(({ width, height }) => width * height),
  );
  return pixels.reduce((sum, count) => sum + count, 0) / 1e6;
}

function busyShare({ cpuMs, wallMs }: Omit<Cost, 'peakMb'>): number {
  return cpuMs / (wallMs * availableParallelism());
}

/** Photos of `BENCH_PHOTOS`, else generated ones cached below `folder`. */
export async function findPhotos(folder: string): Promise<string[]> {
  const given = process.env.BENCH_PHOTOS;
  if (!given) return makePhotographs(path.join(folder, 'veldlicht-photographs'), PHOTOS);
  const names = readdirSync(given).filter((name) => /\.jpe?g$/i.test(name));
  return names.map((name) => path.join(given, name));
}

/** Measures each photo alone, alternating with the defaults, as simple photos gain least. */
async function measureSingles(photos: string[], into: (name: string) => string) {
  const singles: Single[] = [];
  for (const photo of photos) {
    const folder = into(`single-${singles.length}`);
    const before = await measure<OurCost>(OURS, folder, '1', '1', photo);
    const { wallMs: defaultMs } = await measure<Cost>(DEFAULTS, `${folder}-default`, '0', photo);
    const after = await measure<OurCost>(OURS, `${folder}-again`, '1', '1', photo);
    const both = (part: 'firstMs' | 'wholeMs') => mean([...before[part], ...after[part]]);
    singles.push({ firstMs: both('firstMs'), wholeMs: both('wholeMs'), defaultMs });
  }
  return singles;
}

export async function benchImages(folder: string): Promise<Record<string, unknown>> {
  const photos = await findPhotos(folder);
  const place = mkdtempSync(path.join(folder, 'images-'));
  const into = (name: string) => path.join(place, name);
  try {
    const loadBefore = loadavg()[0];
    const ours: OurCost[] = [];
    const measureOurs = async () =>
      ours.push(
        await measure<OurCost>(OURS, into(`ours-${ours.length}`), '2', `${REPEATS}`, ...photos),
      );
    while (ours.length < ROUNDS / 2) await measureOurs();
    const defaults = await measure<Cost>(DEFAULTS, into('defaults'), '2', ...photos);
    while (ours.length < ROUNDS) await measureOurs();

    const singles = await measureSingles(photos, into);
    const ratios = singles.map(({ wholeMs, defaultMs }) => defaultMs / wholeMs);
    const wallMs = median(ours.map((cost) => cost.wallMs)) / REPEATS;
    const cpuMs = median(ours.map((cost) => cost.cpuMs)) / REPEATS;
    const peakMb = Math.max(...ours.map((cost) => cost.peakMb));
    const megapixels = await megapixelsMade(photos);
    const bytes = avifBytes(into('ours-0'), photos);
    const defaultBytes = avifBytes(into('defaults'), photos);
    return {
      photos: photos.length,
      load: { before: loadBefore, after: loadavg()[0] },
      photosPerMinute: (photos.length / wallMs) * 60_000,
      megapixelsEach: megapixels / photos.length,
      megapixelsPerSecond: megapixels / (wallMs / 1000),
      defaultMegapixelsPerSecond: megapixels / (defaults.wallMs / 1000),
      throughputRatio: defaults.wallMs / wallMs,
      goalThroughputRatio: 33,
      cpuRatio: defaults.cpuMs / cpuMs,
      avifBytesRatio: bytes / defaultBytes,
      goalAvifBytesRatio: 1.15,
      avifKilobytesEach: bytes / photos.length / 1024,
      busyShare: busyShare({ cpuMs, wallMs }),
      goalBusyShare: 0.88,
      peakMb,
      defaultPeakMb: defaults.peakMb,
      memoryRatio: peakMb / defaults.peakMb,
      goalMemoryRatio: 0.5,
      single: {
        firstMs: median(singles.map(({ firstMs }) => firstMs)),
        goalFirstMs: 400,
        wholeMs: median(singles.map(({ wholeMs }) => wholeMs)),
        ratio: median(ratios),
        leastRatio: Math.min(...ratios),
        goalRatio: 30,
        each: singles,
      },
      butteraugli: await compareQuality(photos, into('ours-0'), into('defaults')),
      goalButteraugliRatio: 1,
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
