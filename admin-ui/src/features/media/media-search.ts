import { categoryLabel } from '@veldlicht/contract/category-name';
import { searchedFields } from '@veldlicht/contract/item-fields';
import type { MediaItem } from '@veldlicht/contract/media';
import { foldForSearch } from '@veldlicht/contract/name';

type Searched = Pick<MediaItem, (typeof searchedFields)[number] | 'category' | 'tags'>;

/** Separates fields: no text can hold it, so that no match spans two. */
const BETWEEN = '\0';

function foldedText(item: Searched): string {
  const texts = searchedFields.map((name) => item[name] ?? '');
  return foldForSearch(
    [...texts, item.category, categoryLabel(item.category), ...item.tags].join(BETWEEN),
  );
}

export interface MediaSearch<T> {
  /**
   * Finds items by a searched field, the category or a tag, ignoring case and accents (spec §5 Admin media search). Blank text finds all.
   */
  find: (text: string) => readonly T[];
  /** Folds the texts ahead, so that the first key is as quick as the others. */
  prepare: () => readonly string[];
}

export function createSearch<T extends Searched>(items: readonly T[]): MediaSearch<T> {
  let texts: readonly string[] | undefined;
  const prepare = () => {
    texts ??= items.map(foldedText);
    return texts;
  };
  return {
    prepare,
    find: (text) => {
      const wanted = foldForSearch(text.trim());
      if (!wanted) return items;
      const folded = prepare();
      return items.filter((_, index) => folded[index]?.includes(wanted));
    },
  };
}
