/** Writes into the private database without the API. */
import { inChange } from '@veldlicht/database/change';
import type { Database, Store } from '@veldlicht/database/open';

/** Runs `work` as one change of the program's own: the triggers of history abort without one. */
export const writeContent = (db: Database, work: (store: Store) => void): void =>
  inChange(db, { actor: null, now: Date.now() }, work);

/** A statement that is a change of its own each time it is run. */
export function prepareEdit(db: Database, sql: string): (...values: unknown[]) => void {
  const statement = db.$client.prepare(sql);
  return (...values) => writeContent(db, () => void statement.run(...values));
}
