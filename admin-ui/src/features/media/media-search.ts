import type { MediaItem } from '@veldlicht/contract/media';

type Searched = Pick<MediaItem, 'title' | 'description' | 'location' | 'category'>;

/** As texts are compared: without case, and with accents written one way (a Mac writes them as two letters). */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** No text field can hold it, so that nothing is found across two fields. */
const BETWEEN = '\0';

/** Folded once per item: an item that changes is another object. */
const foldedTexts = new WeakMap<Searched, string>();

function foldedText(item: Searched): string {
  const known = foldedTexts.get(item);
  if (known !== undefined) return known;
  const { title, description, location, category } = item;
  const text = fold([title, description ?? '', location ?? '', category].join(BETWEEN));
  foldedTexts.set(item, text);
  return text;
}

/** Answers kept for taking letters back; more than a word has letters. */
const KEPT = 24;

interface Entry<T> {
  item: T;
  text: string;
}

export interface MediaSearch<T> {
  /**
   * Items whose title, description, location or category holds the text, without regard to case
   * (spec §5 Admin media search). Blank text keeps them all.
   */
  find: (text: string) => readonly T[];
  /** Folds the texts ahead of the first search, so that its first keystroke is as quick as the others. */
  prepare: () => void;
}

/**
 * Searches a list as it is typed: each letter more looks only through what the letters before it
 * found, each letter less has its answer already.
 */
export function createSearch<T extends Searched>(items: readonly T[]): MediaSearch<T> {
  const answers = new Map<string, { entries: readonly Entry<T>[]; items: readonly T[] }>();

  const everything = () => {
    const known = answers.get('');
    if (known) return known;
    const entries = items.map((item) => ({ item, text: foldedText(item) }));
    const all = { entries, items };
    answers.set('', all);
    return all;
  };
  const answer = (wanted: string) => {
    const known = answers.get(wanted);
    if (known) return known;
    // What holds the longer text also holds its beginning.
    let begin = wanted;
    while (begin && !answers.has(begin)) begin = begin.slice(0, -1);
    const from = answers.get(begin) ?? everything();
    const entries = from.entries.filter(({ text }) => text.includes(wanted));
    const found = { entries, items: entries.map(({ item }) => item) };
    if (answers.size > KEPT) answers.clear();
    answers.set(wanted, found);
    return found;
  };
  return {
    find: (text) => {
      const wanted = fold(text.trim());
      return wanted ? answer(wanted).items : items;
    },
    prepare: () => void everything(),
  };
}
