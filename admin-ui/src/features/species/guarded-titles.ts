import type { MediaItem } from '@veldlicht/contract/media';

/** How many titles the question names. */
const NAMED = 3;

/** Titles of the guarded items that were changed last, and how many others there are. */
export function guardedTitles(items: readonly Pick<MediaItem, 'title' | 'guard' | 'updatedAt'>[]): {
  titles: string[];
  others: number;
} {
  const guarded = items
    .filter(({ guard }) => guard)
    .sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
  const titles = guarded.slice(0, NAMED).map(({ title }) => title);
  return { titles, others: guarded.length - titles.length };
}
