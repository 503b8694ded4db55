/** What is known of an address of the site that has no file. */
import type { Database } from '@veldlicht/database/open';
import { redirectKeys } from '@veldlicht/database/redirects';

export type Miss = { status: 301; to: string } | { status: 404 | 410 };

/** An address of an item or a story: the last four digits alone tell of one that ended (decision 043). */
const ENDING = /^\/(?:foto|video|veldnotities|reeks)\/[^/]*-(\d{4})$/;

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
