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

/**
 * Megabytes per file, by least squares. The first fifth is left out: buffers and compiled code are
 * made once.
 */
export function slopeMbPerFile(samples: readonly Sample[]): number {
  const last = Math.max(...samples.map(({ files }) => files));
  const used = samples.filter(({ files }) => files >= last / 5);
  const mean = (pick: (sample: Sample) => number) =>
    used.reduce((sum, sample) => sum + pick(sample), 0) / used.length;
  const x = mean(({ files }) => files);
  const y = mean(({ mb }) => mb);
  const over = used.reduce((sum, { files, mb }) => sum + (files - x) * (mb - y), 0);
  const under = used.reduce((sum, { files }) => sum + (files - x) ** 2, 0);
  return over / under;
}
