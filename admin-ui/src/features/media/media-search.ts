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

/** Items, and at the same places their folded texts. */
interface Answer<T> {
  items: readonly T[];
  texts: readonly string[];
}

function holding<T>({ items, texts }: Answer<T>, wanted: string): Answer<T> {
  const found: { items: T[]; texts: string[] } = { items: [], texts: [] };
  // One plain loop: it runs over thousands of items at each key.
  for (let place = 0; place < items.length; place++) {
    const text = texts[place] as string; // as many texts as items
    if (!text.includes(wanted)) continue;
    found.items.push(items[place] as T); // within the list
    found.texts.push(text);
  }
  return found;
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
  let all: Answer<T> | undefined;
  const everything = () => {
    all ??= { items, texts: items.map(foldedText) };
    return all;
  };
  const answers = new Map<string, Answer<T>>();
  const answer = (wanted: string) => {
    const known = answers.get(wanted);
    if (known) return known;
    // What holds the longer text also holds its beginning.
    let begin = wanted;
    while (begin && !answers.has(begin)) begin = begin.slice(0, -1);
    const found = holding(answers.get(begin) ?? everything(), wanted);
    const [oldest] = answers.keys();
    if (answers.size >= KEPT && oldest !== undefined) answers.delete(oldest);
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
