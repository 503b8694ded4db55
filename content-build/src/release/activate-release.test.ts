/** Releases that take each other's place while visitors read (fault F6). */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { expect, it } from 'vitest';
import { COUNTS } from '../testing/read-current.ts';
import { activateRelease, releaseFolder } from './release-folder.ts';

const SWAPS = roundsOf('swaps', 100);
const READERS = 2;
const LONGEST_MS = 240_000 + SWAPS * 500;

it(
  `gives every reader one whole release during ${SWAPS} swaps`,
  async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'veldlicht-swaps-'));
    const releases = releaseFolder(root);
    const ids = ['r1-aaaaaaaa', 'r2-bbbbbbbb'];
    const make = (id = '') => {
      mkdirSync(path.join(root, id));
      writeFileSync(path.join(root, id, 'index.html'), `${id}\n`.repeat(500));
      return activateRelease(releases, id);
    };
    await make(ids[0]);
    const memory = new SharedArrayBuffer(16);
    const counts = new Int32Array(memory);
    const file = path.join(releases.current, 'index.html');
    const program = new URL('../testing/read-current.ts', import.meta.url);
    const readers = Array.from(
      { length: READERS },
      () => new Worker(program, { workerData: { file, counts: memory } }),
    );
    const ended = readers.map((reader) => once(reader, 'exit'));
    let over = false;
    const end = () => {
      over = true;
    };
    Promise.race(ended).then(end, end);
    try {
      for (let swap = 1; swap <= SWAPS && !over; swap++) {
        const before = Atomics.load(counts, COUNTS.reads);
        await make(ids[swap % 2]);
        // However fast swaps are, somebody reads between any two.
        while (Atomics.load(counts, COUNTS.reads) < before + READERS && !over) await setImmediate();
        // What was replaced goes while they read.
        rmSync(path.join(root, ids[(swap + 1) % 2] ?? ''), { recursive: true });
      }
    } finally {
      Atomics.store(counts, COUNTS.stop, 1);
    }
    expect(await Promise.all(ended)).toEqual([[0], [0]]);
    const [reads = 0, failed, torn] = counts;
    keepFigures('swaps', { swaps: SWAPS, reads, failed, torn });
    expect({ failed, torn }).toEqual({ failed: 0, torn: 0 });
    expect(reads).toBeGreaterThanOrEqual(SWAPS);
    expect(readlinkSync(releases.current)).toBe(ids[SWAPS % 2]);
    expect(readdirSync(root).sort()).toEqual(['current', ids[SWAPS % 2]]);
    rmSync(root, { recursive: true });
  },
  LONGEST_MS,
);
