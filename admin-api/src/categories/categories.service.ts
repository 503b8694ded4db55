/** The rules of categories and tags (product decisions §2): unique names, dense order, no orphans. */

import {
  type CategoryInput,
  type CategoryPatch,
  type CategoryType,
  categoryKey,
  categoryTypes,
} from '@veldlicht/contract/category';
import { newId } from '@veldlicht/database/new-id';
import type { Database, Store } from '@veldlicht/database/open';
import { checkPublicTexts } from '@veldlicht/database/public-texts';
import { media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import { etagOf, inTransaction, requireMatch, type Write } from '#http/write.ts';
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
import { auditCategories, auditCategory, closeUp, storedName } from './category-write.ts';

function refuseTakenName(store: Store, name: string, type: CategoryType, ownId?: string): void {
  const key = categoryKey(name, type);
  const taken = listCategories(store).some(
    (row) => row.type === type && row.id !== ownId && categoryKey(row.name, type) === key,
  );
  if (taken) throw new AppError('name_taken', `A ${type} with this name already exists`);
}

function refuseUsed(store: Store, row: CategoryRow): void {
  const used = countMediaOfCategory(store, row.id);
  if (used > 0) throw new AppError('in_use', `Category is used by ${used} media items`);
}

/** The version of an entry; its place in the list is no part of it. */
export const categoryEtag = ({ name, type, description }: CategoryRow) =>
  etagOf(name, type, description);

/** An entry, in the version that a write is based on. Throws `not_found`, `changed_meanwhile`. */
export function requireCategory(store: Store, id: string, ifMatch?: string): CategoryRow {
  const row = findCategory(store, id);
  if (!row) throw new AppError('not_found');
  requireMatch(store, ifMatch, categoryEtag(row), { entity: row.type, entityId: id });
  return row;
}

/** A name that held a position, from before such names were refused, may be gone: only then is an item let go. */
function letGo(store: Store): void {
  checkPublicTexts(store, eq(media.withheld, true));
}

/** Adds a category or tag at the end of its list. Throws `name_taken`. */
export function createCategory(db: Database, input: CategoryInput, write: Write): CategoryRow {
  return inTransaction(db, (tx) => {
    const name = storedName(input.name);
    refuseTakenName(tx, name, input.type);
    const sortOrder = lastPosition(tx, input.type) + 1;
    const row = insertCategory(tx, { ...input, name, id: newId(), sortOrder });
    auditCategory(tx, write, 'create', row);
    return row;
  });
}

/** Moves an entry to the end of the other list. Throws `in_use` for a category with items. */
function changeType(store: Store, row: CategoryRow, type: CategoryType): number {
  if (row.type === 'category') refuseUsed(store, row);
  else untagAll(store, row.id);
  return lastPosition(store, type) + 1;
}

type Facts = Pick<CategoryRow, 'name' | 'type' | 'description' | 'sortOrder'>;

/** What differs: an entry that is saved as it was keeps its revision. */
function changedOf(row: CategoryRow, wanted: Facts): Partial<Facts> {
  // Cast: the keys of the object just given are its own.
  const names = (Object.keys(wanted) as (keyof Facts)[]).filter((key) => wanted[key] !== row[key]);
  return Object.fromEntries(names.map((key) => [key, wanted[key]]));
}

/** Changes an entry. Throws `not_found`, `changed_meanwhile`, `name_taken`, or `in_use`. */
export function changeCategory(
  db: Database,
  id: string,
  patch: CategoryPatch,
  write: Write,
): CategoryRow {
  return inTransaction(db, (tx) => {
    const row = requireCategory(tx, id, write.ifMatch);
    const type = patch.type ?? row.type;
    const name = storedName(patch.name ?? row.name);
    refuseTakenName(tx, name, type, id);
    const sortOrder = type === row.type ? row.sortOrder : changeType(tx, row, type);
    const description =
      patch.description === undefined ? row.description : patch.description || null;
    const change = changedOf(row, { name, type, description, sortOrder });
    if (Object.keys(change).length === 0) return row;
    updateCategory(tx, id, change);
    if (type !== row.type) closeUp(tx, row.type);
    letGo(tx);
    const changed = { ...row, ...change };
    auditCategory(tx, write, 'update', changed);
    return changed;
  });
}

/** Takes an entry away, a tag off its items; the order keeps a gap. Throws `in_use`. */
function dropCategory(store: Store, row: CategoryRow): void {
  if (row.type === 'category') refuseUsed(store, row);
  else untagAll(store, row.id);
  deleteCategory(store, row.id);
}

/** Removes an entry; a tag leaves its items. Throws `not_found`, `changed_meanwhile`, or `in_use`. */
export function removeCategory(db: Database, id: string, write: Write): void {
  inTransaction(db, (tx) => {
    const row = requireCategory(tx, id, write.ifMatch);
    dropCategory(tx, row);
    closeUp(tx, row.type);
    letGo(tx);
    auditCategory(tx, write, 'delete', row);
  });
}

/** Removes the entries there are, all or none, and answers how many. Throws `in_use`. */
export function removeCategories(db: Database, ids: readonly string[], write: Write): number {
  return inTransaction(db, (tx) => {
    const asked = new Set(ids);
    const rows = listCategories(tx).filter(({ id }) => asked.has(id));
    for (const row of rows) dropCategory(tx, row);
    for (const type of categoryTypes) closeUp(tx, type);
    letGo(tx);
    auditCategories(tx, write, 'delete', rows);
    return rows.length;
  });
}
