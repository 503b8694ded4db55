/** Writes of thousands of things, with room for other requests. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ChangedBy, inChange } from '@veldlicht/database/change';
import type { Database, Store } from '@veldlicht/database/open';
import { amendAudit, type NewEntry, recordAudit } from '#audit/audit.repository.ts';

/** Things that one transaction writes: some 50 ms, and a wait for the disk. */
export const PORTION = 300;

/**
 * Writes things as one change of several transactions; other requests run in between, and a kill leaves whole things.
 * `write` returns the log entry for all that was written so far, or null for nothing. Returns the id of the change.
 */
export async function inPortions<Thing>(
  db: Database,
  by: ChangedBy,
  things: readonly Thing[],
  write: (tx: Store, portion: Thing[]) => NewEntry | null,
  size = PORTION,
): Promise<number | null> {
  let change: number | null = null;
  let entry: number | undefined;
  const writePortion = (tx: Store, inside: number, portion: Thing[]): number => {
    const said = write(tx, portion);
    if (said && entry === undefined) entry = recordAudit(tx, by, said);
    else if (said && entry !== undefined) amendAudit(tx, entry, said.facts ?? {});
    return inside;
  };
  for (let from = 0; from < things.length; from += size) {
    if (from > 0) await nextTurn();
    const portion = things.slice(from, from + size);
    change = inChange(db, by, (tx, inside) => writePortion(tx, inside, portion), change);
  }
  return change;
}
