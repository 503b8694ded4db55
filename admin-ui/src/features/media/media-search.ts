import type { MediaItem } from '@veldlicht/contract/media';

type Searched = Pick<MediaItem, 'title' | 'description' | 'location' | 'category'>;

/**
 * Items whose title, description, location or category holds the text, without regard to case
 * (spec §5 Admin media search). Blank text keeps them all.
 */
export function searchMedia<T extends Searched>(items: readonly T[], text: string): readonly T[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (!wanted) return items;
  return items.filter((item) =>
    [item.title, item.description, item.location, item.category].some((field) =>
      field?.toLocaleLowerCase().includes(wanted),
    ),
  );
}
