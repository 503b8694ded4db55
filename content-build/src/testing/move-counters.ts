/**
 * Writes like the API, as a thread: each transaction moves one from the title of an item, a number, to another's. The
 * sum of all titles is constant.
 */
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '@veldlicht/database/open';
import { seededRandom } from '@veldlicht/scripts/nightly-figures';

/** Clients that take turns on the one connection of the API. */
const CLIENTS = 8;

if (workerData?.file) {
  const { file, items, transactions } = workerData as Record<string, number> & { file: string }; // what the test hands over
  const db = openDatabase(file);
  const move = db.$client.prepare(
    'UPDATE media_rows SET title = CAST(CAST(title AS INTEGER) + ? AS TEXT) WHERE seq = ?',
  );
  let busy = 0;
  let longestMs = 0;
  const client = async (number: number) => {
    const random = seededRandom(number);
    const seq = () => 1 + Math.floor(random() * (items ?? 1));
    for (let n = 0; n < (transactions ?? 0); n++) {
      const began = performance.now();
      try {
        db.transaction(
          () => {
            move.run(-1, seq());
            move.run(1, seq());
          },
          { behavior: 'immediate' },
        );
      } catch (error) {
        if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw error; // errors of SQLite have a code
        busy += 1;
      }
      const ms = performance.now() - began;
      longestMs = Math.max(longestMs, ms);
      // On a slow disk too the others get their turn.
      await setTimeout(ms);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i)));
  db.$client.close();
  parentPort?.postMessage({ busy, longestMs });
}
