/** The rules of categories and tags: unique names, dense order, no orphans. */

import type { AuditAction } from '@veldlicht/contract/audit';
import {
  type CategoryImport,
  type CategoryInput,
  type CategoryPatch,
  type CategoryReorder,
  type CategoryType,
  categoryTypes,
} from '@veldlicht/contract/category';
import { categoryKey } from '@veldlicht/contract/category-name';
import { foldName } from '@veldlicht/contract/name';
import { reason } from '@veldlicht/contract/reason';
import { among } from '@veldlicht/database/among';
import { applyGuard } from '@veldlicht/database/apply-guard';
import { inChange } from '@veldlicht/database/change';
import { countRows } from '@veldlicht/database/count-rows';
import { newId } from '@veldlicht/database/new-id';
import type { Database, Store } from '@veldlicht/database/open';
import { checkPublicTexts } from '@veldlicht/database/public-texts';
import {
  categories,
  declinedKeywords,
  media,
  mediaRows,
  mediaTags,
} from '@veldlicht/database/schema';
import { asc, count, eq } from 'drizzle-orm';
import { factsOfMany, recordAudit } from '#audit/audit.repository.ts';
import { AppError } from '#http/app-error.ts';
import { changesOf, etagOf, requireMatch, type Write } from '#http/write.ts';

function refuseTakenName(store: Store, name: string, type: CategoryType, ownId?: string): void {
  const key = categoryKey(name, type);
  const isTaken = listCategories(store).some(
    (row) => row.type === type && row.id !== ownId && categoryKey(row.name, type) === key,
  );
  if (!isTaken) return;
  const taken = reason(`${type}_taken`);
  throw new AppError('name_taken', taken, { fields: { name: taken } });
}

/** Judges the items with these tags again: a tag may name a guarded species now, or no longer. */
export function guardWhatHas(store: Store, ids: readonly string[]): void {
  guardTagged(store, store.select().from(mediaTags).where(among(mediaTags.tagId, ids)).all());
}

function guardTagged(store: Store, rows: readonly (typeof mediaTags.$inferSelect)[]): void {
  const seqs = new Set(rows.map(({ mediaSeq }) => mediaSeq));
  if (seqs.size > 0) applyGuard(store, [...seqs]);
}

/** Removes a tag from every item; throws `in_use` for a category with items. */
function leaveItems(store: Store, row: CategoryRow): void {
  if (row.type === 'tag') {
    const left = store.delete(mediaTags).where(eq(mediaTags.tagId, row.id)).returning().all();
    guardTagged(store, left);
    return;
  }
  const used = countRows(store, media, eq(media.categoryId, row.id));
  if (used > 0) throw new AppError('in_use', reason('in_use', { n: used }));
  const trashed = countRows(store, mediaRows, eq(mediaRows.categoryId, row.id));
  if (trashed > 0) throw new AppError('in_use', reason('in_use_in_trash', { n: trashed }));
}

/** The version of an entry, without its position. */
export const categoryEtag = ({ name, type, description }: CategoryRow) =>
  etagOf(name, type, description);

/** Throws `not_found`, or `changed_meanwhile` for another version. */
export function requireCategory(store: Store, id: string, ifMatch?: string): CategoryRow {
  const row = store.select().from(categories).where(eq(categories.id, id)).get();
  if (!row) throw new AppError('not_found');
  requireMatch(store, ifMatch, categoryEtag(row), { entity: row.type, entityId: id });
  return row;
}

/** Checks withheld items again: the name that held a position may be gone. */
export function letGo(store: Store): void {
  checkPublicTexts(store, eq(media.withheld, true));
}

/** Adds a category or tag at the end of its list. Throws `name_taken`. */
export function createCategory(db: Database, input: CategoryInput, write: Write): CategoryRow {
  return inChange(db, write, (tx) => {
    const name = storedName(input.name);
    refuseTakenName(tx, name, input.type);
    const sortOrder = lastPosition(tx, input.type) + 1;
    const row = tx
      .insert(categories)
      .values({ ...input, name, id: newId(), sortOrder })
      .returning()
      .get();
    auditCategory(tx, write, 'create', row);
    return row;
  });
}

/** Moves an entry to the end of the other list. Throws `in_use` for a category with items. */
function changeType(store: Store, row: CategoryRow, type: CategoryType): number {
  leaveItems(store, row);
  return lastPosition(store, type) + 1;
}

/** Throws `not_found`, `changed_meanwhile`, `name_taken`, or `in_use`. */
export function changeCategory(
  db: Database,
  id: string,
  patch: CategoryPatch,
  write: Write,
): CategoryRow {
  return inChange(db, write, (tx) => {
    const row = requireCategory(tx, id, write.ifMatch);
    const type = patch.type ?? row.type;
    const name = storedName(patch.name ?? row.name);
    refuseTakenName(tx, name, type, id);
    const sortOrder = type === row.type ? row.sortOrder : changeType(tx, row, type);
    const description =
      patch.description === undefined ? row.description : patch.description || null;
    const change = changesOf(row, { name, type, description, sortOrder });
    if (Object.keys(change).length === 0) return row;
    updateCategory(tx, id, change);
    if (type !== row.type) closeUp(tx, row.type);
    guardWhatHas(tx, [id]);
    letGo(tx);
    const changed = { ...row, ...change };
    auditCategory(tx, write, 'update', changed);
    return changed;
  });
}

/** Removes an entry, a tag also from its items. Throws `not_found`, `changed_meanwhile`, or `in_use`. */
export function removeCategory(db: Database, id: string, write: Write): void {
  inChange(db, write, (tx) => {
    const row = requireCategory(tx, id, write.ifMatch);
    leaveItems(tx, row);
    tx.delete(categories).where(eq(categories.id, id)).run();
    closeUp(tx, row.type);
    letGo(tx);
    auditCategory(tx, write, 'delete', row);
  });
}

/** Composes letters, so that the same name is the same bytes. */
const storedName = (name: string) => name.normalize('NFC');

type Action = Extract<AuditAction, 'create' | 'update' | 'delete'>;

function auditCategory(store: Store, write: Write, action: Action, row: CategoryRow): void {
  const { id: entityId, type: entity, name: summary } = row;
  recordAudit(store, write, { action, entity, entityId, summary });
}

/** Records a bulk call: one entry for its categories, one for its tags. */
function auditCategories(
  store: Store,
  write: Write,
  action: Action,
  rows: readonly CategoryRow[],
): void {
  for (const entity of categoryTypes) {
    const names = rows.filter(({ type }) => type === entity).map(({ name }) => name);
    if (names.length === 0) continue;
    recordAudit(store, write, { action, entity, facts: factsOfMany(names) });
  }
}

/**
 * Numbers rows of one type from 1 on, in the given order. Writes and returns only rows whose number changes; the others
 * keep their revision.
 */
function renumber(store: Store, rows: readonly CategoryRow[]): CategoryRow[] {
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

/** Adds new entries at the end of their lists, all or none; returns those. Skips names that exist or repeat. */
export function importCategories(
  db: Database,
  { categories: entries }: CategoryImport,
  write: Write,
): CategoryRow[] {
  return inChange(db, write, (tx) => {
    const keyOf = (name: string, type: CategoryType) => `${type} ${categoryKey(name, type)}`;
    const taken = new Set(listCategories(tx).map(({ name, type }) => keyOf(name, type)));
    const next = { category: lastPosition(tx, 'category'), tag: lastPosition(tx, 'tag') };
    const created: CategoryRow[] = [];
    for (const input of entries) {
      const name = storedName(input.name);
      const key = keyOf(name, input.type);
      if (taken.has(key)) continue;
      taken.add(key);
      next[input.type] += 1;
      const row = { ...input, name, id: newId(), sortOrder: next[input.type] };
      created.push(tx.insert(categories).values(row).returning().get());
    }
    auditCategories(tx, write, 'create', created);
    return created;
  });
}

/** The order with one id moved to a position from 1 on; beyond the end means the end. */
export function withMoved(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, position - 1), id, ...others.slice(position - 1)];
}

/** The ids in the new order, or null unless the updates number exactly these ids from 1 to n. */
export function wholeOrder(
  ids: readonly string[],
  updates: ReadonlyArray<{ id: string; sortOrder: number }>,
): string[] | null {
  if (updates.length !== ids.length) return null;
  const known = new Set(ids);
  const asked: string[] = [];
  for (const { id, sortOrder } of updates) {
    if (!known.delete(id) || sortOrder > ids.length) return null;
    asked[sortOrder - 1] = id;
  }
  // Distinct positions from 1 to n (the schema refuses repeats) leave no gap.
  return asked.filter((id) => id !== undefined).length === ids.length ? asked : null;
}

/** The rows of the list in the new order. Throws `stale_list`. */
function askedOrder(store: Store, updates: CategoryReorder['updates']): CategoryRow[] {
  const [first] = updates;
  const named = first && listCategories(store).find(({ id }) => id === first.id);
  if (!first || !named) throw new AppError('stale_list');
  const rows = listOfType(store, named.type);
  const ids = rows.map(({ id }) => id);
  const asked =
    updates.length === 1 ? withMoved(ids, first.id, first.sortOrder) : wholeOrder(ids, updates);
  if (!asked) throw new AppError('stale_list');
  const byId = new Map(rows.map((row) => [row.id, row]));
  return asked.flatMap((id) => byId.get(id) ?? []);
}

/** Audit facts of a new order: the moved entry and its position, or the start of the list. */
function auditOfOrder(rows: CategoryRow[], updates: CategoryReorder['updates']) {
  const [only, ...others] = updates;
  const place = others.length === 0 ? rows.findIndex(({ id }) => id === only?.id) : -1;
  const moved = rows[place];
  if (!moved) return { facts: factsOfMany(rows.map(({ name }) => name)) };
  return { entityId: moved.id, summary: moved.name, facts: { position: place + 1 } };
}

/**
 * One update moves that entry; several must be the whole list of one type, numbered 1 to n. Returns the entries whose
 * position changed, in order. Throws `stale_list` when the ids are not those of the current list.
 */
export function reorderCategories(
  db: Database,
  { updates }: CategoryReorder,
  write: Write,
): CategoryRow[] {
  return inChange(db, write, (tx) => {
    const rows = askedOrder(tx, updates);
    const changed = renumber(tx, rows);
    const [first] = changed;
    if (!first) return [];
    const about = { entity: first.type, ...auditOfOrder(rows, updates) };
    recordAudit(tx, write, { action: 'update', ...about });
    return changed;
  });
}

export type CategoryRow = typeof categories.$inferSelect;

/** Categories first, then tags; each in the owner's order. */
export function listCategories(store: Store): CategoryRow[] {
  return store
    .select()
    .from(categories)
    .orderBy(asc(categories.type), asc(categories.sortOrder), asc(categories.id))
    .all();
}

/** One list, in the owner's order. */
const listOfType = (store: Store, type: CategoryType) =>
  listCategories(store).filter((row) => row.type === type);

function updateCategory(store: Store, id: string, change: Partial<CategoryRow>): void {
  store.update(categories).set(change).where(eq(categories.id, id)).run();
}

/** The number of items, drafts included, by id of category or tag. */
export function countItems(store: Store): Map<string, number> {
  const ofCategories = store
    .select({ id: media.categoryId, n: count() })
    .from(media)
    .groupBy(media.categoryId)
    .all();
  const ofTags = store
    .select({ id: mediaTags.tagId, n: count() })
    .from(mediaTags)
    .innerJoin(media, eq(media.seq, mediaTags.mediaSeq))
    .groupBy(mediaTags.tagId)
    .all();
  return new Map([...ofCategories, ...ofTags].map(({ id, n }) => [id, n]));
}

/** The last position in use within a type; 0 when there is none. */
const lastPosition = (store: Store, type: CategoryType) =>
  listOfType(store, type).at(-1)?.sortOrder ?? 0;

/** Keywords of files that the panel no longer proposes as tags. */
export function listDeclinedKeywords(store: Store): string[] {
  return store
    .select()
    .from(declinedKeywords)
    .all()
    .map(({ word }) => word);
}

export function declineKeyword(db: Database, word: string, write: Write): void {
  inChange(db, write, (tx) => {
    tx.insert(declinedKeywords)
      .values({ word: foldName(word) })
      .onConflictDoNothing()
      .run();
    recordAudit(tx, write, { action: 'decline', entity: 'tag', summary: word });
  });
}
