/** What every write of a category or tag shares: the name as stored, the dense order, the record. */
import type { AuditAction } from '@veldlicht/contract/audit';
import { type CategoryType, categoryTypes } from '@veldlicht/contract/category';
import type { Store } from '@veldlicht/database/open';
import { recordAudit, summaryOfMany } from '#audit/audit.repository.ts';
import type { Write } from '#http/write.ts';
import { type CategoryRow, listOfType, updateCategory } from './categories.repository.ts';

/** The name as typed, its letters composed: the same name is the same bytes. */
export const storedName = (name: string) => name.normalize('NFC');

type Action = Extract<AuditAction, 'create' | 'update' | 'delete'>;

/** Records what was done to one entry, in the transaction of the write itself. */
export function auditCategory(
  store: Store,
  { actor, now }: Write,
  action: Action,
  row: CategoryRow,
): void {
  const { id: entityId, type: entity, name: summary } = row;
  recordAudit(store, { at: now, actor, action, entity, entityId, summary });
}

/** Records what one call did to many entries: one line for its categories, one for its tags. */
export function auditCategories(
  store: Store,
  { actor, now }: Write,
  action: Action,
  rows: readonly CategoryRow[],
): void {
  for (const entity of categoryTypes) {
    const names = rows.filter(({ type }) => type === entity).map(({ name }) => name);
    if (names.length === 0) continue;
    const summary = summaryOfMany(names.length, names);
    recordAudit(store, { at: now, actor, action, entity, entityId: null, summary });
  }
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
