/** Words that may lead to the place or day of something guarded: pure, for the report and the form (decision 115). */
import type { ToldText } from '@veldlicht/contract/item-fields';
import { leakFields, type TextLeak } from '@veldlicht/contract/leaks';
import { marksIn } from './words/safe-text.ts';

/** What visitors would read of an item in words. */
export interface PublicWords extends Record<ToldText, string | null> {
  category: string;
  tags: readonly string[];
  /** What its category and its tags say of themselves. */
  descriptions?: { category: string; tags: readonly { tag: string; text: string }[] };
  /** Of a field note. */
  body?: string | undefined;
  /** Of its file, by whatever names. */
  rights?: readonly string[];
}

/** Of a long text the first words will do. */
const MOST_MARKS = 3;

/** What of these words waits until it is confirmed; `isConfirmed` says of which texts it is. */
export function findLeaks(
  words: PublicWords,
  isConfirmed: (text: string, isShared: boolean) => boolean,
): TextLeak[] {
  const { category = '', tags = [] } = words.descriptions ?? {};
  const told = (text: string | null | undefined, isShared = false) =>
    !text || isConfirmed(text, isShared) ? [] : marksIn(text).slice(0, MOST_MARKS);
  return [
    ...leakFields.flatMap((field) =>
      told(words[field], field === 'category').map((mark) => ({
        kind: 'text' as const,
        field,
        ...mark,
      })),
    ),
    ...told(category, true).map((mark) => ({
      kind: 'text' as const,
      field: 'category' as const,
      ...mark,
    })),
    ...[...words.tags.map((tag) => ({ tag, text: tag })), ...tags].flatMap(({ tag, text }) =>
      told(text, true).map((mark) => ({ kind: 'tag' as const, tag, ...mark })),
    ),
    ...(words.rights ?? []).flatMap((text) =>
      told(text, true).map((mark) => ({ kind: 'rights' as const, ...mark })),
    ),
  ];
}
