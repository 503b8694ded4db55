/** A new order for categories or tags (spec §4 Reordering, product decisions §2). */

import type { CategoryReorder } from '@veldlicht/contract/category';
import type { Database, Store } from '@veldlicht/database/open';
import { recordAudit } from '#audit/audit.repository.ts';
import { AppError } from '#http/app-error.ts';
import type { Write } from '#http/write.ts';
import { inTransaction } from '#http/write.ts';
import { type CategoryRow, findCategory, listOfType } from './categories.repository.ts';
import { renumber } from './category-write.ts';
import { wholeOrder, withMoved } from './order.ts';

/** Names in the record of a new order; a list of hundreds of tags says enough by its start. */
const NAMED = 12;

/** The rows of the list that is meant, in the order asked for. Throws `stale_list`. */
function askedOrder(store: Store, updates: CategoryReorder['updates']): CategoryRow[] {
  const [first] = updates;
  const named = first && findCategory(store, first.id);
  if (!first || !named) throw new AppError('stale_list');
  const rows = listOfType(store, named.type);
  const ids = rows.map(({ id }) => id);
  const asked =
    updates.length === 1 ? withMoved(ids, first.id, first.sortOrder) : wholeOrder(ids, updates);
  if (!asked) throw new AppError('stale_list');
  const byId = new Map(rows.map((row) => [row.id, row]));
  return asked.flatMap((id) => byId.get(id) ?? []);
}

/** The moved entry, or the start of the list as it now stands. */
function summaryOf(rows: CategoryRow[], updates: CategoryReorder['updates']): string {
  const [only, ...others] = updates;
  if (only && others.length === 0) {
    const place = rows.findIndex(({ id }) => id === only.id);
    return `${rows[place]?.name} → ${place + 1}`;
  }
  const names = rows.slice(0, NAMED).map(({ name }) => name);
  return names.join(', ') + (rows.length > NAMED ? ', …' : '');
}

/**
 * One update moves that entry to its position, beyond the end to the end, and the others close up;
 * several are the whole list of one type, numbered 1 to n. Answers the entries whose position
 * changed, in order. Throws `stale_list` when the ids are not those of a list as it is now.
 */
export function reorderCategories(
  db: Database,
  { updates }: CategoryReorder,
  { actor, now }: Write,
): CategoryRow[] {
  return inTransaction(db, (tx) => {
    const rows = askedOrder(tx, updates);
    const changed = renumber(tx, rows);
    const [first] = changed;
    if (!first) return [];
    recordAudit(tx, {
      at: now,
      actor,
      action: 'update',
      entity: first.type,
      entityId: updates.length === 1 ? (updates[0]?.id ?? null) : null,
      summary: summaryOf(rows, updates),
    });
    return changed;
  });
}
