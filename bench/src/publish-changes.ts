/** Changes of a running product, and how long they take until visitors see them. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { openConnection } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';
import { type Live, pause, untilLive } from './live-product.ts';
import { type Library, pageFile, siteFolder } from './products.ts';
import { SERIES_PATH } from './seed-library.ts';

const TOGETHER = 100;
const LONGEST_MS = 60_000;
/** The publisher rests after each publish, and waits longer for what follows soon: another figure. */
const REST_MS = 1500;

/**
 * Waits until another file stands there. Asking the web server for the page again and again would take a third of a
 * processor from what is measured.
 */
async function untilReplaced(file: string, before: number): Promise<void> {
  const deadline = performance.now() + LONGEST_MS;
  while ([undefined, before].includes(statSync(file, { throwIfNoEntry: false })?.ino)) {
    if (performance.now() > deadline) throw new Error(`${file} was never replaced`);
    await pause(1);
  }
}

/** Runs a statement in the database of a library, as another process of the product would. */
function write({ dataDir }: Library, sql: string, ...values: unknown[]): void {
  const db = openConnection(dataFolder(dataDir).database);
  db.prepare(sql).run(...values);
  db.close();
}

interface ItemRow {
  seq: number;
  id: string;
  slug: string;
  hash: string;
}

/** Items spread over the library; others for another `round`. */
export function someItems({ dataDir, items }: Library, count: number, round: number): ItemRow[] {
  const db = openConnection(dataFolder(dataDir).database, { readonly: true });
  const find = db.prepare('SELECT seq, id, slug, file_hash AS hash FROM media WHERE seq = ?');
  const numbers = Array.from({ length: count }, (_, i) => (round * count + i) * 7919 + 13);
  const rows = numbers.map((number) => find.get((number % items) + 1));
  db.close();
  return rows as ItemRow[]; // its columns; seeded items have every number
}

const pageOf = ({ slug }: ItemRow) => `/foto/${slug}`;

/** Milliseconds from the commit of another title until the page at an address has it. */
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

/** Of an edit of an item. */
export const timeEdit = (live: Live, library: Library, item: ItemRow) =>
  timeTitle(live, library, pageOf(item), 'UPDATE media SET title = ? WHERE seq = ?', item.seq);

/** Of an edit of the series. */
export const timeSeriesEdit = (live: Live, library: Library) =>
  timeTitle(live, library, SERIES_PATH, 'UPDATE stories SET title = ?');

/** Milliseconds from the answer to a bulk edit of a hundred items until the last shows it. */
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

/** Addresses of pages and files that name an item, by what the web server has of them. */
async function addressesNaming(dataDir: string, slug: string): Promise<string[]> {
  const kinds = ['html', 'xml', 'json'].map((ending) => `--include=*.${ending}`);
  const find = async (folder: string) => {
    if (!existsSync(folder)) return [];
    const grep = promisify(execFile)('grep', ['-rlZ', ...kinds, slug, `${folder}/`]);
    const { stdout } = await grep.catch(() => ({ stdout: '' })); // nothing found
    return stdout
      .split('\0')
      .filter(Boolean)
      .map((file) => path.relative(folder, file));
  };
  const pages = await find(siteFolder(dataDir));
  // Decision 110 put the index among the pages.
  const index = await find(path.join(dataDir, 'releases/index'));
  const addresses = pages.map((name) =>
    `/${name}`
      .replace(/\.html$/, '')
      .replace(/^\/index$/, '/')
      .replace(/^(\/foto\/)\d\d\//, '$1'),
  );
  return [...addresses, ...index.map((name) => `/bibliotheek/${name}`)];
}

/**
 * Milliseconds from the commit that hides an item until no address has it any more, its picture and a short list
 * included; then it is shown again. The long list goes with the short ones, and asking for its twenty megabytes again and
 * again would take the processor from what is measured.
 */
export async function timeHiding({ origin }: Live, library: Library, round: number) {
  const [item] = someItems(library, 1, round);
  if (!item) throw new Error('no items');
  const naming = await addressesNaming(library.dataDir, item.slug);
  const addresses = [`/media/${item.hash}/960-3.jpg`, ...naming, '/api/media/recent'];
  const shows = async (address: string) => {
    const answer = await fetch(origin + address);
    const text = await answer.text();
    return answer.ok && (address.startsWith('/media/') || text.includes(item.slug));
  };
  const setStatus = (status: string) =>
    write(library, 'UPDATE media SET status = ? WHERE seq = ?', status, item.seq);
  setStatus('draft');
  const committed = performance.now();
  /** Milliseconds from the commit to the first request that is refused, counted from when that request was sent. */
  const untilGone = async (address: string) => {
    for (;;) {
      const asked = performance.now() - committed;
      if (!(await shows(address))) return asked;
      if (asked > LONGEST_MS) throw new Error(`${address} stays`);
      await pause(2);
    }
  };
  const took = Math.max(...(await Promise.all(addresses.map(untilGone))));
  setStatus('published');
  await pause(REST_MS);
  return took;
}
