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

export function insertCategory(store: Store, row: typeof categories.$inferInsert): void {
  store.insert(categories).values(row).run();
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
