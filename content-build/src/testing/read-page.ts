/**
 * A visitor as a thread: reads one page until a stop signal. Counts reads, failures and torn pages in shared memory.
 */
import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** Indexes in the shared memory. */
export const COUNTS = { reads: 0, failed: 1, torn: 2, stop: 3 } as const;

if (workerData?.file) {
  const counts = new Int32Array(workerData.counts as SharedArrayBuffer); // what the test hands over
  while (Atomics.load(counts, COUNTS.stop) === 0) {
    try {
      const [first, ...lines] = readFileSync(workerData.file, 'utf8').trimEnd().split('\n');
      const last = lines.pop();
      const isWhole = first === '<html>' && last === '</html>' && new Set(lines).size === 1;
      if (!isWhole) Atomics.add(counts, COUNTS.torn, 1);
    } catch {
      Atomics.add(counts, COUNTS.failed, 1);
    }
    Atomics.add(counts, COUNTS.reads, 1);
  }
}
