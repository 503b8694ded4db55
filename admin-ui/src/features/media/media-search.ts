import type { MediaItem } from '@veldlicht/contract/media';

type Searched = Pick<MediaItem, 'title' | 'description' | 'location' | 'category'>;

/** As texts are compared: without case, and with accents written one way (a Mac writes them as two letters). */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** No text field can hold it, so that nothing is found across two fields. */
const BETWEEN = '\0';

function foldedText({ title, description, location, category }: Searched): string {
  return fold([title, description ?? '', location ?? '', category].join(BETWEEN));
}

export interface MediaSearch<T> {
  /**
   * Items whose title, description, location or category holds the text, without regard to case
   * (spec §5 Admin media search). Blank text keeps them all.
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
      const wanted = fold(text.trim());
      if (!wanted) return items;
      const folded = prepare();
      return items.filter((_, index) => folded[index]?.includes(wanted));
    },
  };
}
