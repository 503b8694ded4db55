/** The rules of categories and tags (product decisions §2): unique names, dense order, no orphans. */
import type { CategoryInput, CategoryPatch, CategoryType } from '@veldlicht/contract/category';
import { newId } from '@veldlicht/database/new-id';
import type { Database, Store } from '@veldlicht/database/open';
import { type Actor, recordAudit } from '#audit/audit.repository.ts';
import { AppError } from '#http/app-error.ts';
import { sameName } from '#http/same-name.ts';
import {
  type CategoryRow,
  countMediaOfCategory,
  deleteCategory,
  findCategory,
  insertCategory,
  lastPosition,
  listCategories,
  untagAll,
  updateCategory,
} from './categories.repository.ts';

interface Write {
  actor: Actor;
  now: number;
}

/** A category is stored in lower case, a tag keeps its letters (spec §3). */
function storedName(name: string, type: CategoryType): string {
  const composed = name.normalize('NFC');
  return type === 'category' ? composed.toLowerCase() : composed;
}

function refuseTakenName(store: Store, name: string, type: CategoryType, ownId?: string): void {
  const taken = listCategories(store).some(
    (row) => row.type === type && row.id !== ownId && sameName(row.name, name),
  );
  if (taken) throw new AppError('name_taken', `A ${type} with this name already exists`);
}

function refuseUsed(store: Store, row: CategoryRow): void {
  const used = countMediaOfCategory(store, row.id);
  if (used > 0) throw new AppError('in_use', `Category is used by ${used} media items`);
}

/** Closes the gaps in the order of a type: 1, 2, 3, … */
function closeUp(store: Store, type: CategoryType): void {
  listCategories(store)
    .filter((row) => row.type === type)
    .forEach((row, i) => {
      if (row.sortOrder !== i + 1) updateCategory(store, row.id, { sortOrder: i + 1 });
    });
}

function requireCategory(store: Store, id: string): CategoryRow {
  const row = findCategory(store, id);
  if (!row) throw new AppError('not_found');
  return row;
}

function audit(
  store: Store,
  { actor, now }: Write,
  action: 'create' | 'update' | 'delete',
  row: CategoryRow,
) {
  const { id: entityId, type: entity, name: summary } = row;
  recordAudit(store, { at: now, actor, action, entity, entityId, summary });
}

/** Adds a category or tag at the end of its list. Throws `name_taken`. */
export function createCategory(db: Database, input: CategoryInput, write: Write): CategoryRow {
  return db.transaction(
    (tx) => {
      const name = storedName(input.name, input.type);
      refuseTakenName(tx, name, input.type);
      const id = newId();
      insertCategory(tx, { ...input, name, id, sortOrder: lastPosition(tx, input.type) + 1 });
      const row = requireCategory(tx, id);
      audit(tx, write, 'create', row);
      return row;
    },
    { behavior: 'immediate' },
  );
}

/** Moves an entry to the end of the other list. Throws `in_use` for a category with items. */
function changeType(store: Store, row: CategoryRow, type: CategoryType): number {
  if (row.type === 'category') refuseUsed(store, row);
  else untagAll(store, row.id);
  return lastPosition(store, type) + 1;
}

/** Changes an entry. Throws `not_found`, `name_taken`, or `in_use`. */
export function changeCategory(
  db: Database,
  id: string,
  patch: CategoryPatch,
  write: Write,
): CategoryRow {
  return db.transaction(
    (tx) => {
      const row = requireCategory(tx, id);
      const type = patch.type ?? row.type;
      const name = storedName(patch.name ?? row.name, type);
      refuseTakenName(tx, name, type, id);
      const sortOrder = type === row.type ? row.sortOrder : changeType(tx, row, type);
      const description =
        patch.description === undefined ? row.description : patch.description || null;
      updateCategory(tx, id, { name, type, description, sortOrder });
      if (type !== row.type) closeUp(tx, row.type);
      const changed = requireCategory(tx, id);
      audit(tx, write, 'update', changed);
      return changed;
    },
    { behavior: 'immediate' },
  );
}

/** Removes an entry; a tag leaves its items. Throws `not_found`, or `in_use`. */
export function removeCategory(db: Database, id: string, write: Write): void {
  db.transaction(
    (tx) => {
      const row = requireCategory(tx, id);
      if (row.type === 'category') refuseUsed(tx, row);
      else untagAll(tx, id);
      deleteCategory(tx, id);
      closeUp(tx, row.type);
      audit(tx, write, 'delete', row);
    },
    { behavior: 'immediate' },
  );
}
