import type { CategoryType } from '@veldlicht/contract/category';
import type { Store } from '@veldlicht/database/open';
import { categories, media, mediaTags } from '@veldlicht/database/schema';
import { asc, count, desc, eq } from 'drizzle-orm';

export type CategoryRow = typeof categories.$inferSelect;

/** Categories first, then tags; each in the owner's order. */
export function listCategories(store: Store): CategoryRow[] {
  return store
    .select()
    .from(categories)
    .orderBy(asc(categories.type), asc(categories.sortOrder), asc(categories.id))
    .all();
}

export function findCategory(store: Store, id: string): CategoryRow | undefined {
  return store.select().from(categories).where(eq(categories.id, id)).get();
}

/** One list, in the owner's order. */
export function listOfType(store: Store, type: CategoryType): CategoryRow[] {
  return store
    .select()
    .from(categories)
    .where(eq(categories.type, type))
    .orderBy(asc(categories.sortOrder), asc(categories.id))
    .all();
}

export function insertCategory(store: Store, row: typeof categories.$inferInsert): CategoryRow {
  return store.insert(categories).values(row).returning().get();
}

export function updateCategory(store: Store, id: string, change: Partial<CategoryRow>): void {
  store.update(categories).set(change).where(eq(categories.id, id)).run();
}

export function deleteCategory(store: Store, id: string): void {
  store.delete(categories).where(eq(categories.id, id)).run();
}

export function countMediaOfCategory(store: Store, id: string): number {
  return store.select({ n: count() }).from(media).where(eq(media.categoryId, id)).get()?.n ?? 0;
}

/** How many items, drafts included, have each category and tag that is in use, by id. */
export function countItems(store: Store): Map<string, number> {
  const ofCategories = store
    .select({ id: media.categoryId, n: count() })
    .from(media)
    .groupBy(media.categoryId)
    .all();
  const ofTags = store
    .select({ id: mediaTags.tagId, n: count() })
    .from(mediaTags)
    .groupBy(mediaTags.tagId)
    .all();
  return new Map([...ofCategories, ...ofTags].map(({ id, n }) => [id, n]));
}

/** Takes a tag off every item. */
export function untagAll(store: Store, tagId: string): void {
  store.delete(mediaTags).where(eq(mediaTags.tagId, tagId)).run();
}

/** The last position in use within a type; 0 when there is none. */
export function lastPosition(store: Store, type: CategoryType): number {
  const last = store
    .select({ sortOrder: categories.sortOrder })
    .from(categories)
    .where(eq(categories.type, type))
    .orderBy(desc(categories.sortOrder))
    .limit(1)
    .get();
  return last?.sortOrder ?? 0;
}
