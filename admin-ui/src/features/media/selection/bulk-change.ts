/** What the bulk edit dialog sends. */
import type { MediaBulkChange, MediaItem } from '@veldlicht/contract/media';

export type TagMode = 'add' | 'remove' | 'replace';
export type FeaturedChoice = 'keep' | 'yes' | 'no';

export interface BulkValues {
  /** '' leaves it as it is. */
  category: string;
  tagMode: TagMode;
  tags: readonly string[];
  featured: FeaturedChoice;
}

export const unchanged: BulkValues = { category: '', tagMode: 'add', tags: [], featured: 'keep' };

const tagFields = { add: 'addTags', remove: 'removeTags', replace: 'tags' } as const;

/** The change, or null when nothing was chosen (spec §5: at least one of category, tags, featured). */
export function bulkChange(values: BulkValues): MediaBulkChange | null {
  const { category, tagMode, tags, featured } = values;
  const change: MediaBulkChange = {
    ...(category && { category }),
    // No tags chosen: none of the three; replacing by nothing would be too easy a mistake.
    ...(tags.length > 0 && { [tagFields[tagMode]]: [...tags] }),
    ...(featured !== 'keep' && { featured: featured === 'yes' }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** Tags to choose from: all there are, but only those in use when some are to go. */
export function offeredTags(
  mode: TagMode,
  all: readonly string[],
  items: readonly Pick<MediaItem, 'tags'>[],
): string[] {
  if (mode !== 'remove') return [...all];
  const used = new Set(items.flatMap(({ tags }) => tags));
  return all.filter((name) => used.has(name));
}
