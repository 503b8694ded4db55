/**
 * `npm run bench -- images`: the rendition set of varied photographs through our image process, beside
 * sharp's defaults for the same files, in one run. `BENCH_PHOTOS` names a folder of JPEGs to use
 * instead of generated ones.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { avifLadder } from '@veldlicht/contract/ladder';
import { makePhotographs } from './image-corpus.ts';
import { compareQuality } from './image-quality.ts';
import { median } from './programs.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const OURS = path.join(root, 'content-build/src/testing/render-photos.ts');
const DEFAULTS = path.join(import.meta.dirname, 'image-default.ts');
const PHOTOS = 8;
/** Ours takes a few seconds: it is measured several times, in folders of their own. */
const ROUNDS = 3;
/** A photo alone takes half a second, and the noise of the machine a tenth of that. */
const SINGLE_ROUNDS = 7;

interface Cost {
  wallMs: number;
  cpuMs: number;
  peakMb: number;
}
interface OurCost extends Cost {
  firstMs: number[];
  wholeMs: number[];
}

async function measure<T extends Cost>(program: string, ...args: string[]): Promise<T> {
  const { stdout } = await run(process.execPath, [program, ...args]);
  // Both programs are ours and print nothing else.
  return JSON.parse(stdout) as T;
}

function avifBytes(folder: string, photos: string[]): number {
  const sizes = photos.flatMap((photo) =>
    avifLadder.map(
      ({ slot }) => statSync(path.join(folder, path.parse(photo).name, `${slot}.avif`)).size,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function busyShare({ cpuMs, wallMs }: Cost): number {
  return cpuMs / (wallMs * availableParallelism());
}

/** `BENCH_PHOTOS`, or generated ones that are kept below `folder`. */
export async function findPhotos(folder: string): Promise<string[]> {
  const given = process.env.BENCH_PHOTOS;
  if (!given) return makePhotographs(path.join(folder, 'veldlicht-photographs'), PHOTOS);
  const names = readdirSync(given).filter((name) => /\.jpe?g$/i.test(name));
  return names.map((name) => path.join(given, name));
}

export async function benchImages(folder: string): Promise<Record<string, unknown>> {
  const photos = await findPhotos(folder);
  const [one = ''] = photos;
  const place = mkdtempSync(path.join(folder, 'images-'));
  const into = (name: string) => path.join(place, name);
  try {
    const loadBefore = loadavg()[0];
    const ours: OurCost[] = [];
    for (let round = 0; round < ROUNDS; round++)
      ours.push(await measure<OurCost>(OURS, into(`ours-${round}`), '2', ...photos));
    const singles: OurCost[] = [];
    for (let round = 0; round < SINGLE_ROUNDS; round++)
      singles.push(await measure<OurCost>(OURS, into(`single-${round}`), '1', one));
    const defaults = await measure<Cost>(DEFAULTS, into('defaults'), '2', ...photos);
    const together: Cost[] = [];
    for (let round = 0; round < ROUNDS; round++)
      together.push(await measure<Cost>(DEFAULTS, into(`together-${round}`), '0', one));
    const defaultMs = median(together.map(({ wallMs }) => wallMs));
    const firstMs = median(singles.flatMap((single) => single.firstMs));
    const wholeMs = median(singles.flatMap((single) => single.wholeMs));
    const best = ours.toSorted((a, b) => a.wallMs - b.wallMs)[ROUNDS >> 1] ?? ours[0];
    if (!best) throw new Error('nothing was measured');
    const bytes = avifBytes(into('ours-0'), photos);
    const defaultBytes = avifBytes(into('defaults'), photos);
    return {
      photos: photos.length,
      load: { before: loadBefore, after: loadavg()[0] },
      photosPerMinute: (photos.length / best.wallMs) * 60_000,
      throughputRatio: defaults.wallMs / best.wallMs,
      goalThroughputRatio: 25,
      cpuRatio: defaults.cpuMs / best.cpuMs,
      avifBytesRatio: bytes / defaultBytes,
      goalAvifBytesRatio: 1.25,
      avifKilobytesEach: bytes / photos.length / 1024,
      busyShare: busyShare(best),
      goalBusyShare: 0.88,
      peakMb: Math.max(...ours.map(({ peakMb }) => peakMb)),
      defaultPeakMb: defaults.peakMb,
      memoryRatio: Math.max(...ours.map(({ peakMb }) => peakMb)) / defaults.peakMb,
      goalMemoryRatio: 0.6,
      single: {
        firstMs,
        goalFirstMs: 400,
        wholeMs,
        defaultMs,
        ratio: defaultMs / wholeMs,
        goalRatio: 20,
      },
      butteraugli: await compareQuality(photos, into('ours-0'), into('defaults')),
      goalButteraugliRatio: 1.01,
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
