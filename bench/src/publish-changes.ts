/** Times changes of a running product until they are live. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { openConnection } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { type Live, pause, untilLive } from './live-product.ts';
import { type Library, pageFile } from './products.ts';
import { SERIES_PATH } from './seed-library.ts';
import { prepareEdit } from './write-content.ts';

const TOGETHER = 100;
const LONGEST_MS = 60_000;
/** Pause between changes, since the publisher delays a change soon after a publish, which is a separate figure. */
const REST_MS = 1500;

/**
 * Waits until a file is replaced. Polling the web server instead would use a third of a CPU.
 */
async function untilReplaced(file: string, before: number): Promise<void> {
  const deadline = performance.now() + LONGEST_MS;
  while ([undefined, before].includes(statSync(file, { throwIfNoEntry: false })?.ino)) {
    if (performance.now() > deadline) throw new Error(`${file} was never replaced`);
    await pause(1);
  }
}

/** Runs a statement on the database of a library. */
function write({ dataDir }: Library, sql: string, ...values: unknown[]): void {
  const db = openDatabase(dataFolder(dataDir).database);
  prepareEdit(db, sql)(...values);
  db.$client.close();
}

interface ItemRow {
  seq: number;
  id: string;
  slug: string;
  hash: string;
}

/** Items spread over the library, different ones in each round. */
export function someItems({ dataDir, items }: Library, count: number, round: number): ItemRow[] {
  const db = openConnection(dataFolder(dataDir).database, { readonly: true });
  const find = db.prepare('SELECT seq, id, slug, file_hash AS hash FROM media WHERE seq = ?');
  const numbers = Array.from({ length: count }, (_, i) => (round * count + i) * 7919 + 13);
  const rows = numbers.map((number) => find.get((number % items) + 1));
  db.close();
  return rows as ItemRow[]; // its columns; seeded items have every number
}

const pageOf = ({ slug }: ItemRow) => `/foto/${slug}`;

/** Milliseconds from the commit of a new title until its page shows it. */
async function timeTitle(
  { origin }: Live,
  library: Library,
  address: string,
  sql: string,
  ...values: unknown[]
): Promise<number> {
  const title = `Bewerkt ${Date.now()}`;
  const file = pageFile(library.dataDir, address);
  const before = statSync(file).ino;
  write(library, sql, title, ...values);
  const committed = performance.now();
  await untilReplaced(file, before);
  await untilLive(origin + address, title);
  const took = performance.now() - committed;
  await pause(REST_MS);
  return took;
}

/** Times an edit of an item. */
export const timeEdit = (live: Live, library: Library, item: ItemRow) =>
  timeTitle(live, library, pageOf(item), 'UPDATE media_rows SET title = ? WHERE seq = ?', item.seq);

/** Times an edit of the series. */
export const timeSeriesEdit = (live: Live, library: Library) =>
  timeTitle(live, library, SERIES_PATH, 'UPDATE story_rows SET title = ?');

/** Milliseconds from the answer to a bulk edit of a hundred items until all of them are live. */
export async function timeHundredEdits(
  { origin, client }: Live,
  library: Library,
  round: number,
): Promise<number> {
  const tag = `meting ${Date.now()}`;
  await client.addTag(tag);
  await pause(REST_MS);
  const items = someItems(library, TOGETHER, round);
  const ids = items.map(({ id }) => id);
  await client.call('POST', '/api/admin/media/bulk-update', { ids, data: { addTags: [tag] } });
  const started = performance.now();
  for (const item of items) await untilLive(origin + pageOf(item), tag);
  const took = performance.now() - started;
  await pause(REST_MS);
  return took;
}

/** Files of the site that mention an item. */
async function filesNaming(dataDir: string, slug: string): Promise<string[]> {
  const kinds = ['html', 'xml', 'json'].map((ending) => `--include=*.${ending}`);
  const grep = ['-rlZ', ...kinds, slug, `${dataFolder(dataDir).publicSite}/`];
  const { stdout } = await promisify(execFile)('grep', grep);
  return stdout.split('\0').filter(Boolean);
}

/** Checks whether a file contains a text; rereads it only when it is replaced. */
function watcher(file: string, text: string): () => boolean {
  let known = statSync(file).ino;
  return () => {
    const now = statSync(file, { throwIfNoEntry: false })?.ino;
    if (now === undefined) return false;
    if (now === known) return true;
    known = now;
    return readFileSync(file, 'utf8').includes(text);
  };
}

/** Process that renders pages for a worker. */
function rendererOf(workerPid: number): number {
  const find = ['-P', String(workerPid), '-f', 'render-child'];
  return Number(execFileSync('pgrep', find, { encoding: 'utf8' }).trim());
}

/**
 * Milliseconds from the commit that hides an item until it is gone from pages, index, pictures and a short list of the
 * API; then shows it again. Watches files, since polling the server would slow down the product.
 */
export async function timeHiding({ origin }: Live, library: Library, round: number) {
  const [item] = someItems(library, 1, round);
  if (!item) throw new Error('no items');
  const named = (await filesNaming(library.dataDir, item.slug)).map((file) =>
    watcher(file, item.slug),
  );
  const picture = path.join(dataFolder(library.dataDir).publicMedia, item.hash);
  const setStatus = (status: string) =>
    write(library, 'UPDATE media_rows SET status = ? WHERE seq = ?', status, item.seq);
  setStatus('draft');
  const committed = performance.now();
  let left = [...named, () => lstatSync(picture, { throwIfNoEntry: false }) !== undefined];
  while (left.length > 0) {
    if (performance.now() - committed > LONGEST_MS) throw new Error('the item stays');
    await pause(1);
    left = left.filter((shows) => shows());
  }
  const took = performance.now() - committed;
  const answer = await fetch(`${origin}/api/media/recent`);
  if ((await answer.text()).includes(item.slug))
    throw new Error('a list shows it longer than the pages');
  setStatus('published');
  await pause(REST_MS);
  return took;
}

/** `timeHiding` while the process that renders pages is stopped. */
export async function timeHidingUnmade(live: Live, library: Library, round: number) {
  const renderer = rendererOf(live.workerPid);
  process.kill(renderer, 'SIGSTOP');
  try {
    return await timeHiding(live, library, round);
  } finally {
    process.kill(renderer, 'SIGCONT');
    // Waits until the home page, and with it all others, is rendered again.
    while (!existsSync(pageFile(library.dataDir, '/index'))) await pause(10);
    await pause(REST_MS);
  }
}
