/** What every write of a category or tag shares: the name as stored, the dense order, the record. */
import type { AuditAction } from '@veldlicht/contract/audit';
import type { CategoryType } from '@veldlicht/contract/category';
import type { Store } from '@veldlicht/database/open';
import { type Actor, recordAudit } from '#audit/audit.repository.ts';
import { type CategoryRow, listOfType, updateCategory } from './categories.repository.ts';

/** Who writes, and when. */
export interface Write {
  actor: Actor;
  now: number;
}

/** A category is stored in lower case, a tag keeps its letters (spec §3). */
export function storedName(name: string, type: CategoryType): string {
  const composed = name.normalize('NFC');
  return type === 'category' ? composed.toLowerCase() : composed;
}

/** Records what was done to one entry, in the transaction of the write itself. */
export function auditCategory(
  store: Store,
  { actor, now }: Write,
  action: Extract<AuditAction, 'create' | 'update' | 'delete'>,
  row: CategoryRow,
): void {
  const { id: entityId, type: entity, name: summary } = row;
  recordAudit(store, { at: now, actor, action, entity, entityId, summary });
}

/**
 * Numbers rows of one type 1, 2, 3, … as they stand. Writes only the rows whose number changes, so
 * that the others keep their revision; answers those, in order.
 */
export function renumber(store: Store, rows: readonly CategoryRow[]): CategoryRow[] {
  const changed: CategoryRow[] = [];
  for (const [i, row] of rows.entries()) {
    const sortOrder = i + 1;
    if (row.sortOrder === sortOrder) continue;
    updateCategory(store, row.id, { sortOrder });
    changed.push({ ...row, sortOrder });
  }
  return changed;
}

/** Closes the gaps in the order of a type. */
export function closeUp(store: Store, type: CategoryType): void {
  renumber(store, listOfType(store, type));
}
