import { count, type SQL } from 'drizzle-orm';
import type { SQLiteTable, SQLiteView } from 'drizzle-orm/sqlite-core';
import type { Store } from './open.ts';

/** The number of rows that match, or of all rows. */
export function countRows(store: Store, from: SQLiteTable | SQLiteView, where?: SQL): number {
  return store.select({ n: count() }).from(from).where(where).get()?.n ?? 0;
}
