/** The filter rules of the public library (spec §5). */

export interface MediaFilter {
  /** Lower-case category name; null shows all. */
  category: string | null;
}

export const NO_FILTER: MediaFilter = { category: null };

/** The items that pass, in their order. */
export function filterMedia<Item extends { category: string }>(
  items: Item[],
  { category }: MediaFilter,
): Item[] {
  return category === null
    ? items
    : items.filter((item) => item.category.toLowerCase() === category);
}

/** The filter that an address asks for. A category that does not exist shows everything. */
export function filterOfSearch(search: string, categories: string[]): MediaFilter {
  const category = new URLSearchParams(search).get('category')?.toLowerCase();
  return { category: category && categories.includes(category) ? category : null };
}

/** The query that brings a filter back: '' or '?category=…'. */
export function searchOfFilter({ category }: MediaFilter): string {
  return category === null ? '' : `?${new URLSearchParams({ category })}`;
}
