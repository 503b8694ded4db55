/** Memory of a process over a measurement (Linux). */
import { readFileSync } from 'node:fs';

/** Resident memory right now, in megabytes. */
export function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

export interface Sample {
  /** Files that have arrived. */
  files: number;
  mb: number;
}

/** How fast something grows, by least squares over points of [x, y]. */
export function growth(points: ReadonlyArray<readonly [number, number]>): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, [one, mb]) => sum + (one - x) * (mb - y), 0);
  return over / points.reduce((sum, [one]) => sum + (one - x) ** 2, 0);
}

/** Files of one window: long enough for a collection of what is not held any more. */
const WINDOW = 10;

/**
 * Megabytes per file that stay: by the lowest of every ten files, since between two collections memory goes
 * up and down by sixty megabytes. The first fifth is left out: buffers and compiled code are made once.
 */
export function slopeMbPerFile(samples: readonly Sample[]): number {
  const last = Math.max(...samples.map(({ files }) => files));
  const used = samples.filter(({ files }) => files > last / 5);
  const windows = Map.groupBy(used, ({ files }) => Math.floor((files - 1) / WINDOW));
  return growth(
    [...windows].map(([window, part]) => [window * WINDOW, Math.min(...part.map(({ mb }) => mb))]),
  );
}
