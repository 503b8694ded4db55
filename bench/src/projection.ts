/**
 * `npm run bench -- projection`: how long it takes to make the public database from nothing, and to follow one edit, in
 * libraries of three sizes; and the largest memory of the process that does it. BENCH_SIZES names other sizes.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { project } from '@veldlicht/database/public/project';
import { openPublicDatabase } from '@veldlicht/database/public/public-database';
import { growLibrary, SEEDED, seedLibrary } from './seed-library.ts';
import { prepareEdit } from './write-content.ts';

const SIZES = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number);
const EDITS = 61;
/** After every schedule. */
const MOMENT = 4_000_000_000_000;

interface Figures {
  items: number;
  fromNothingMs: number;
  /** The middle of all edits. */
  editMs: number;
  peakMb: number;
}

/** In a process of its own, whose memory is that of the projection. */
function measure(root: string): Omit<Figures, 'peakMb'> {
  const db = openDatabase(dataFolder(root).database);
  const target = openPublicDatabase(path.join(root, 'bench.db'));
  const timed = (work: () => unknown) => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  };
  const projectNow = () => project(db, target, 'https://veldlicht.example', MOMENT);
  const fromNothingMs = Math.round(timed(projectNow));
  const items = Number(target.prepare('SELECT count(*) FROM items').pluck().get());
  const edit = prepareEdit(db, 'UPDATE media_rows SET title = ? WHERE seq = ?');
  const edits = Array.from({ length: EDITS }, (_, i) => {
    edit(`Titel ${i}`, ((i * 97) % items) + 1);
    return timed(projectNow);
  });
  const editMs = Number(edits.sort((a, b) => a - b)[EDITS >> 1]?.toFixed(2));
  target.close();
  db.$client.close();
  return { items, fromNothingMs, editMs };
}

export async function benchProjection(folder: string): Promise<Record<string, unknown>> {
  const root = mkdtempSync(path.join(folder, 'veldlicht-projection-'));
  const libraries: Figures[] = [];
  try {
    await seedLibrary(root, SEEDED, [], true);
    for (const size of SIZES) {
      growLibrary(root, size);
      const child = fork(import.meta.filename, [root]);
      const [figures] = await once(child, 'message');
      libraries.push(figures);
      rmSync(path.join(root, 'bench.db'));
    }
  } finally {
    rmSync(root, { recursive: true });
  }
  return { libraries, goals: { fromNothingMs: 5000, editMs: 2, peakMb: 500 } };
}

const [root] = process.argv.slice(2);
if (process.send && root) {
  const figures = measure(root);
  // Of this process alone: what the system counts otherwise begins with the parent's.
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  process.send({ ...figures, peakMb: Math.round(Number(peak) / 1024) });
}
