/** Writes thousands of rows without blocking other requests. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ChangedBy, inChange } from '@veldlicht/database/change';
import type { Database, Store } from '@veldlicht/database/open';
import { amendAudit, type NewEntry, recordAudit } from '#audit/audit.repository.ts';

/** Things per transaction: about 50 ms, and one fsync. */
export const PORTION = 300;

/**
 * Writes things as one change (undone as one) in several transactions; other requests run in between, and a kill leaves
 * whole things. `write` returns the audit entry for everything written so far, or null. Returns the id of the change,
 * null without things.
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
