/**
 * `npm run bench -- history`: what keeping how things were adds to an edit, in turns with and without the triggers that
 * do it; and how long undo of an edit of ten thousand items takes, and other requests meanwhile.
 */
import { historyPage, undone } from '@veldlicht/contract/history';
import { openConnection } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';
import { historyTriggers } from '@veldlicht/database/history-triggers';
import { type Live, withLive } from './live-product.ts';
import { median } from './programs.ts';
import { seedLibrary } from './seed-library.ts';

const ITEMS = 10_000;
const ROUNDS = 12;
const EDITS_A_ROUND = 15;

const say = (line: string) => console.error(`  ${line} …`);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Runs `work` while nothing is kept. */
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

/** Milliseconds of edits of single items. */
async function timeEdits({ client }: Live, ids: readonly string[], title: string) {
  // A connection that rested while triggers changed may be closed by now.
  await client.call('GET', '/api/auth/me').catch(() => undefined);
  const times: number[] = [];
  for (const id of ids)
    times.push(await timed(() => client.call('PATCH', `/api/admin/media/${id}`, { title })));
  return times;
}

/** Of the undo of the newest change; and how long whoever asks meanwhile waits at most. */
async function timeUndo({ client }: Live) {
  const { entries } = historyPage.parse(await client.call('GET', '/api/admin/history'));
  let isOver = false;
  const waits: number[] = [];
  const undoing = (async () => {
    const begun = performance.now();
    const answer = await client.call('POST', `/api/admin/history/${entries[0]?.change}/undo`);
    isOver = true;
    return { ms: performance.now() - begun, ...undone.parse(answer) };
  })();
  while (!isOver) waits.push(await timed(() => client.call('GET', '/api/auth/me')));
  return { ...(await undoing), answersMeanwhile: waits.length, longestWaitMs: Math.max(...waits) };
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
    const bulk = { ids, data: { alt: 'Samen' } };
    const bulkEditMs = await timed(() =>
      live.client.call('POST', '/api/admin/media/bulk-update', bulk),
    );
    say('its undo');
    const undo = await timeUndo(live);
    return {
      editMs: median(kept),
      editWithoutMs: median(plain),
      added: median(kept) / median(plain) - 1,
      bulkEditMs,
      undo,
      goals: { added: 0.1, undoMs: 2000 },
    };
  });
}
