/** What follows from the list of entries alone: hero, covers, counts. */
import type { ContentSource, Entry } from './content-source.ts';

export interface LibraryCategory {
  name: string;
  count: number;
  /** Newest featured item of the category, else its newest (product decisions §2). */
  cover: Entry | undefined;
}

export interface Library {
  /** Newest featured item, else the newest photo, else none. */
  hero: Entry | undefined;
  categories: LibraryCategory[];
}

/** One pass over the entries, newest first. */
export function describeLibrary(source: ContentSource): Library {
  const categories = new Map<string, LibraryCategory & { featured: boolean }>();
  for (const name of source.categories)
    categories.set(name, { name, count: 0, cover: undefined, featured: false });
  let newestFeatured: Entry | undefined;
  let newestPhoto: Entry | undefined;
  for (const entry of source.entries) {
    if (entry.featured) newestFeatured ??= entry;
    if (entry.type === 'photo') newestPhoto ??= entry;
    const category = categories.get(entry.category);
    if (!category) continue;
    category.count++;
    if (!category.cover || (entry.featured && !category.featured)) {
      category.cover = entry;
      category.featured = entry.featured;
    }
  }
  return { hero: newestFeatured ?? newestPhoto, categories: [...categories.values()] };
}
