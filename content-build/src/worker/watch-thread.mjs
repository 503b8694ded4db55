/**
 * The other half of watch.ts. It counts its own looks rather than reading a clock: a machine that
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

const beatOf = (shared) => Atomics.load(new Int32Array(shared, 0, 1), 0);
const textOf = (shared) =>
  Buffer.from(new Uint8Array(shared, 8, Atomics.load(new Int32Array(shared, 4, 1), 0))).toString();

/** What is under way while the whole process stands still; the pulse itself when nothing is. */
function blamed(one) {
  const busy = watched.find(({ kind, shared }) => kind !== 'pulse' && beatOf(shared) !== 0);
  return one.kind === 'pulse' && busy ? busy : one;
}

for (const one of watched) {
  let last = 0;
  let still = 0;
  setInterval(() => {
    const now = beatOf(one.shared);
    still = now === 0 || now !== last ? 0 : still + 1;
    last = now;
    if (still < LOOKS) return;
    const { kind, shared } = blamed(one);
    end({ kind, doing: textOf(shared), limitMs: one.limitMs });
  }, one.limitMs / LOOKS);
}
