import type { MediaItem } from '@veldlicht/contract/media';
import { plain } from '#lib/long-list.ts';

type Searched = Pick<
  MediaItem,
  'title' | 'description' | 'location' | 'category' | 'tags' | 'originalName'
>;

/** No text field can hold it, so that nothing is found across two fields. */
const BETWEEN = '\0';

function foldedText({ title, description, location, category, ...rest }: Searched): string {
  const others = [rest.originalName ?? '', ...rest.tags];
  return plain([title, description ?? '', location ?? '', category, ...others].join(BETWEEN));
}

export interface MediaSearch<T> {
  /**
   * Items whose title, description, location, category, tags or file name hold the text, without regard
   * to case and accents (spec §5 Admin media search, next.md §4). Blank text keeps them all.
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
      const wanted = plain(text.trim());
      if (!wanted) return items;
      const folded = prepare();
      return items.filter((_, index) => folded[index]?.includes(wanted));
    },
  };
}
