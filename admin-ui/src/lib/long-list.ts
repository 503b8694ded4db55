/** What lists of a thousand entries need to stay quick; numbers and texts only. */
import { foldForSearch } from '@veldlicht/contract/name';

/** A list with more entries than this has a search field. */
export const LONG_LIST = 50;

/** The entries whose text holds what was typed, without regard to case and accents; all for a blank. */
export function findEntries<T>(
  entries: readonly T[],
  textOf: (entry: T) => string,
  typed: string,
): readonly T[] {
  const wanted = foldForSearch(typed.trim());
  return wanted
    ? entries.filter((entry) => foldForSearch(textOf(entry)).includes(wanted))
    : entries;
}

/**
 * The rows to have in the document: the visible ones, and those around the focused one, so that the
 * focus is not lost when it is scrolled away and Tab goes on from there.
 */
export function withFocusedRow(
  visible: readonly number[],
  focused: number | null,
  count: number,
): number[] {
  if (focused === null) return [...visible];
  const around = [focused - 1, focused, focused + 1].filter((row) => row >= 0 && row < count);
  return [...new Set([...visible, ...around])].sort((a, b) => a - b);
}
