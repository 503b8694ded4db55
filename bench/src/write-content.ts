/** Writes into the private database without the API. */
import { inChange } from '@veldlicht/database/change';
import type { Database, Store } from '@veldlicht/database/open';

/** Runs `work` as a change of the program, which the triggers of history require. */
export const writeContent = (db: Database, work: (store: Store) => void): void =>
  inChange(db, { actor: null, now: Date.now() }, work);

/** Prepares a statement; each run of it is a change. */
export function prepareEdit(db: Database, sql: string): (...values: unknown[]) => void {
  const statement = db.$client.prepare(sql);
  return (...values) => writeContent(db, () => void statement.run(...values));
}
