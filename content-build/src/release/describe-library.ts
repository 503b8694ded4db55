/** What pages say of the whole library: its hero, its categories and their covers (pure). */
import { nameSlug } from '@veldlicht/contract/name';
import type { ContentSource, Entry } from '../snapshot/content-source.ts';

interface LibraryCategory {
  name: string;
  count: number;
  /** The item chosen for it, else the newest featured one of the category, else its newest (product decisions §2). */
  cover: Entry | undefined;
  /** Address of its own page. */
  path: string;
}

export interface Library {
  /** The item chosen for it, else the newest featured one, else the newest photo, else none. */
  hero: Entry | undefined;
  /** The newest photo of a landscape. */
  landscape: Entry | undefined;
  /** Those with items, in the owner's order. */
  categories: LibraryCategory[];
}

/** Name of the built-in category (contract, category.ts) whose newest photo the page for what is not there shows. */
const LANDSCAPE = 'landscape';

/** Addresses of the pages of categories; names that make the same words are numbered, in whatever order they stand. */
function categoryPaths(names: string[]): Map<string, string> {
  const taken = new Set<string>();
  const paths = names.toSorted().map((name): [string, string] => {
    const words = nameSlug(name) || 'categorie';
    let slug = words;
    for (let n = 2; taken.has(slug); n++) slug = `${words}-${n}`;
    taken.add(slug);
    return [name, `/categorie/${slug}`];
  });
  return new Map(paths);
}

/** One pass over the entries, newest first. */
export function describeLibrary(source: ContentSource): Library {
  const categories = new Map<string, LibraryCategory & { rank: number }>();
  const paths = categoryPaths(source.categories);
  for (const name of source.categories)
    categories.set(name, {
      name,
      count: 0,
      cover: undefined,
      path: paths.get(name) ?? '',
      rank: -1,
    });
  let chosen: Entry | undefined;
  let newestFeatured: Entry | undefined;
  let newestPhoto: Entry | undefined;
  let landscape: Entry | undefined;
  for (const entry of source.entries) {
    if (entry.hero) chosen ??= entry;
    if (entry.featured) newestFeatured ??= entry;
    if (entry.type === 'photo') {
      newestPhoto ??= entry;
      if (entry.category.toLowerCase() === LANDSCAPE) landscape ??= entry;
    }
    const category = categories.get(entry.category);
    if (!category) continue;
    category.count++;
    const rank = entry.cover ? 2 : Number(entry.featured);
    if (rank > category.rank) Object.assign(category, { cover: entry, rank });
  }
  const hero = chosen ?? newestFeatured ?? newestPhoto;
  const filled = [...categories.values()].filter(({ count }) => count > 0);
  return { hero, landscape, categories: filled };
}
