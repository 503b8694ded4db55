/**
 * The other half of hang-watch.ts. It counts its own looks rather than reading a clock: a machine that
 * slept for a night has not been hanging. Plain JavaScript, so that the thread stays small.
 */
import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** Looks in one limit: the end comes at most a twentieth late. */
const LOOKS = 20;

const { watched, noteFile } = workerData;

function end(note) {
  try {
    writeFileSync(noteFile, JSON.stringify(note));
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

for (const { kind, shared, limitMs } of watched) {
  const beat = new Int32Array(shared, 0, 1);
  const length = new Int32Array(shared, 4, 1);
  let last = 0;
  let still = 0;
  setInterval(() => {
    const now = Atomics.load(beat, 0);
    still = now === 0 || now !== last ? 0 : still + 1;
    last = now;
    if (still < LOOKS) return;
    const doing = Buffer.from(new Uint8Array(shared, 8, Atomics.load(length, 0))).toString();
    end({ kind, doing, limitMs });
  }, limitMs / LOOKS);
}
