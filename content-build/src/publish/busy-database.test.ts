/** Projections and backups while eight clients write (fault F4, load L7). */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { mediaRows } from '@veldlicht/database/schema';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { expect, it } from 'vitest';
import { titleSum } from '../testing/title-sum.ts';
import { createWorld, type World } from '../testing/world.ts';
import { projectInMemory } from './projection.ts';
import { readState, setState } from './publish-state.ts';

const ITEMS = 12;
const EACH = 1000;
const SUM = ITEMS * EACH;
const CLIENTS = 8;
const TRANSACTIONS = roundsOf('writers', 6);
const LONGEST_MS = 240_000 + TRANSACTIONS * 3000;
const WAL_LIMIT = 64 * 1024 * 1024;

async function countersWorld(): Promise<World> {
  const world = await createWorld();
  world.addItems(ITEMS);
  world.db
    .update(mediaRows)
    .set({ title: String(EACH) })
    .run();
  return world;
}

function startWriters({ folder }: World, transactions: number) {
  const program = new URL('../testing/move-counters.ts', import.meta.url);
  const workerData = { file: folder.database, items: ITEMS, transactions };
  const thread = new Worker(program, { workerData });
  const writers = { isDone: false, ended: once(thread, 'message').then(([figures]) => figures) };
  thread.once('exit', () => {
    writers.isDone = true;
  });
  return writers;
}

/** Sum of the projected titles. */
function projectedSum({ folder }: World): number {
  using content = projectInMemory(folder.database, 'https://veldlicht.example', 0);
  return titleSum(content);
}

it(
  `refuses none of ${CLIENTS} writers during projections and backups, and each projection reads one moment`,
  async () => {
    const world = await countersWorld();
    const { db, folder } = world;
    const { revision } = readState(db);
    const writers = startWriters(world, TRANSACTIONS);
    const sums = new Set<number>();
    let [projections, largestWal] = [0, 0];
    while (!writers.isDone) {
      sums.add(projectedSum(world));
      projections += 1;
      // The worker writes too, on a connection of its own.
      setState(db, { pagesDone: projections, pagesTotal: projections });
      largestWal = Math.max(largestWal, statSync(`${folder.database}-wal`).size);
      // Like a backup, whose copies are tested elsewhere.
      if (projections % 10 === 1)
        await db.$client.backup(path.join(folder.root, 'copy.db'), { progress: () => 2 ** 31 - 1 });
      await setImmediate();
    }
    const { busy, longestMs } = await writers.ended;
    const transactions = CLIENTS * TRANSACTIONS;
    keepFigures('writers', { transactions, busy, longestMs, projections, largestWal });
    expect(busy).toBe(0);
    expect([...sums]).toEqual([SUM]);
    // A transaction changes two items, or one twice.
    expect(readState(db).revision).toBe(revision + 2 * transactions);
    expect(largestWal).toBeLessThanOrEqual(WAL_LIMIT);
    world.remove();
  },
  LONGEST_MS,
);

it('stays correct and unlocked when a projecting process is killed', async () => {
  const world = await countersWorld();
  const writers = startWriters(world, 15);
  const sums: number[] = [];
  for (const after of [1, 4]) {
    const child = fork(path.join(import.meta.dirname, '../testing/project-sums.ts'), [
      world.folder.database,
    ]);
    const ended = once(child, 'exit');
    let received = 0;
    child.on('message', (sum) => {
      sums.push(Number(sum));
      received += 1;
      if (received === after) child.kill('SIGKILL');
    });
    expect(await ended).toEqual([null, 'SIGKILL']);
  }
  expect((await writers.ended).busy).toBe(0);
  expect(sums.length).toBeGreaterThanOrEqual(5);
  expect(new Set([...sums, projectedSum(world)])).toEqual(new Set([SUM]));
  // No reader holds an old snapshot: the whole log can be checkpointed.
  expect(world.db.$client.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0, log: 0 }]);
  expect(world.db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
  world.remove();
});
