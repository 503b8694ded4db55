/**
 * `npm run bench -- history`: the cost of history per edit, alternating with and without its triggers; and the time of
 * an edit of ten thousand items, of its undo, and of other requests during both.
 */
import { historyPage, undone } from '@veldlicht/contract/history';
import { openConnection } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';
import { historyTriggers } from '@veldlicht/database/history-triggers';
import { type Live, withLive } from './live-product.ts';
import { median, say } from './programs.ts';
import { seedLibrary } from './seed-library.ts';

const ITEMS = 10_000;
const ROUNDS = 12;
const EDITS_A_ROUND = 15;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Runs `work` without the history triggers. */
async function withoutHistory<T>(file: string, work: () => Promise<T>): Promise<T> {
  const db = openConnection(file);
  try {
    for (const [name] of historyTriggers) db.exec(`DROP TRIGGER ${name}`);
    return await work();
  } finally {
    for (const [, sql] of historyTriggers) db.exec(sql);
    db.close();
  }
}

/** Milliseconds of each edit. */
async function timeEdits({ client }: Live, ids: readonly string[], title: string) {
  // Opens a connection first, since the idle one may have been closed.
  await client.call('GET', '/api/auth/me').catch(() => undefined);
  const times: number[] = [];
  for (const id of ids)
    times.push(await timed(() => client.call('PATCH', `/api/admin/media/${id}`, { title })));
  return times;
}

/** Milliseconds of a call, and the longest wait of other requests during it. */
async function timeCall<T>({ client }: Live, call: Promise<T>) {
  let isOver = false;
  const begun = performance.now();
  const calling = call.then((answer) => {
    isOver = true;
    return { answer, ms: performance.now() - begun };
  });
  const waits: number[] = [];
  while (!isOver) waits.push(await timed(() => client.call('GET', '/api/auth/me')));
  const { answer, ms } = await calling;
  return { answer, ms, answersMeanwhile: waits.length, longestWaitMs: Math.max(...waits) };
}

/** Edits all items without parsing the answer, which would delay the other requests of this process. */
async function editAll({ client, origin }: Live, body: object): Promise<void> {
  const headers = { cookie: client.cookie(), origin, 'content-type': 'application/json' };
  const address = `${origin}/api/admin/media/bulk-update`;
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(address, init);
  if (!answer.ok) throw new Error(`the edit of all was answered ${answer.status}`);
  await answer.arrayBuffer();
}

/** Times the undo of the newest change. */
async function timeUndo(live: Live) {
  const { entries } = historyPage.parse(await live.client.call('GET', '/api/admin/history'));
  const address = `/api/admin/history/${entries[0]?.change}/undo`;
  const { answer, ...times } = await timeCall(live, live.client.call('POST', address));
  return { ...times, ...undone.parse(answer) };
}

export async function benchHistory(scratch: string): Promise<Record<string, unknown>> {
  say('seeding');
  const prepare = (dataDir: string) => seedLibrary(dataDir, ITEMS, [], true);
  return withLive(scratch, { prepare, worker: false, caddy: false }, async (live, dataDir) => {
    const { database } = dataFolder(dataDir);
    const db = openConnection(database, { readonly: true });
    const ids = db.prepare('SELECT id FROM media ORDER BY seq').pluck().all() as string[]; // one text column
    db.close();
    say('single edits');
    const kept: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const some = ids.slice(round * EDITS_A_ROUND, (round + 1) * EDITS_A_ROUND);
      kept.push(...(await timeEdits(live, some, `Met ${round}`)));
      await withoutHistory(database, async () => {
        plain.push(...(await timeEdits(live, some, `Zonder ${round}`)));
      });
    }
    say('the edit of all');
    const bulk = { ids, data: { description: 'Samen in het veld.', alt: 'Samen' } };
    const { answer: _, ...bulkEdit } = await timeCall(live, editAll(live, bulk));
    say('its undo');
    const undo = await timeUndo(live);
    say('edits of dates, which affect the guard, and their undo');
    const dates = { ids, data: { date: '2024-05-05' } };
    const { answer: __, ...datesEdit } = await timeCall(live, editAll(live, dates));
    const datesUndo = await timeUndo(live);
    return {
      editMs: median(kept),
      editWithoutMs: median(plain),
      added: median(kept) / median(plain) - 1,
      bulkEdit,
      undo,
      datesEdit,
      datesUndo,
      goals: { added: 0.1, undoMs: 2000, longestWaitMs: 100 },
    };
  });
}
