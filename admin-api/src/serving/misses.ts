/** What is known of an address of the site that has no file. */
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { isToBeMade } from '@veldlicht/database/live-site';
import type { Database } from '@veldlicht/database/open';
import { redirectKeys } from '@veldlicht/database/redirects';

export type Miss = { status: 301; to: string } | { status: 404 | 410 };

/** An address of an item or a story: the last four digits alone tell of one that ended (decision 043). */
const ENDING = /^\/(?:foto|video|veldnotities|reeks)\/[^/]*-(\d{4})$/;

/** How long a miss waits for a page that is being made, and how often it looks. */
const COMING_MS = 2000;
const LOOK_EVERY_MS = 50;

export type Coming = 'no' | 'made' | 'late';

/** Waits for a page that is still to be made. One that had to tell less is taken away until it is (decision 108). */
export function comingFiles(folder: Pick<DataFolder, 'publicDatabase'>) {
  return async (address: string, file: string): Promise<Coming> => {
    if (!isToBeMade(folder, address)) return 'no';
    for (let waited = 0; waited < COMING_MS; waited += LOOK_EVERY_MS) {
      await setTimeout(LOOK_EVERY_MS);
      if (existsSync(file)) return 'made';
    }
    return isToBeMade(folder, address) ? 'late' : 'no';
  };
}

/** Reads it from a database; without one, or with a damaged one, nothing is known (fault F8). */
export function missReader(db: Database | undefined): (path: string, search: string) => Miss {
  if (!db) return () => ({ status: 404 });
  const findTarget = db.$client
    .prepare('SELECT target FROM redirects WHERE path IN (?, ?) ORDER BY length(path) DESC')
    .pluck();
  const findEnded = db.$client.prepare('SELECT 1 FROM ended_addresses WHERE ending = ?').pluck();
  return (path, search) => {
    try {
      const [key = '', plain = key] = redirectKeys(path, search);
      const to = findTarget.get(key, plain);
      if (typeof to === 'string') return { status: 301, to };
      const ending = ENDING.exec(path)?.[1];
      return { status: ending !== undefined && findEnded.get(ending) ? 410 : 404 };
    } catch {
      return { status: 404 };
    }
  };
}
