import { categoryLabel } from '@veldlicht/contract/category-name';
import { searchedFields } from '@veldlicht/contract/item-fields';
import type { MediaItem } from '@veldlicht/contract/media';
import { foldForSearch } from '@veldlicht/contract/name';

type Searched = Pick<MediaItem, (typeof searchedFields)[number] | 'category' | 'tags'>;

/** No text field can hold it, so that nothing is found across two fields. */
const BETWEEN = '\0';

function foldedText(item: Searched): string {
  const texts = searchedFields.map((name) => item[name] ?? '');
  return foldForSearch(
    [...texts, item.category, categoryLabel(item.category), ...item.tags].join(BETWEEN),
  );
}

export interface MediaSearch<T> {
  /**
   * Items of which a searched field, the category or a tag holds the text, without regard to case and accents
   * (spec §5 Admin media search, next.md §4). Blank text keeps them all.
   */
  find: (text: string) => readonly T[];
  /** Folds the texts ahead of the first search, so that its first keystroke is as quick as the others. */
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
