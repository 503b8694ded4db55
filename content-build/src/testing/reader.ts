/**
 * Visitors who follow references in pages until a stop signal: `<data folder> <number>`. Sends the number of requests
 * and broken references.
 */
import { access, readFile } from 'node:fs/promises';
import { dataFolder } from '@veldlicht/database/data-folder';
import { fileBehind, namedIn } from './visitor.ts';

export interface Visits {
  asked: number;
  /** `page → reference`. */
  misses: string[];
}

const folder = dataFolder(process.argv[2] ?? '');
const misses = new Set<string>();
let asked = 0;
let isStopped = false;

async function visit(visitor: number): Promise<void> {
  let address = '/';
  for (let step = visitor; !isStopped; step++) {
    const text = await readFile(fileBehind(folder, address), 'utf8').catch(() => '');
    const named = namedIn(text);
    for (const one of named) {
      asked++;
      await access(fileBehind(folder, one)).catch(() => misses.add(`${address} → ${one}`));
    }
    const pages = named.filter((one) => !one.startsWith('/media/') && !/\.\w+$/.test(one));
    // The page was removed; start at home again.
    address = pages[(step * 7919) % pages.length] ?? '/';
  }
}

process.once('message', () => {
  isStopped = true;
});
process.send?.('ready');
await Promise.all(Array.from({ length: Number(process.argv[3]) }, (_, i) => visit(i)));
process.send?.({ asked, misses: [...misses] } satisfies Visits);
process.disconnect();
