/** Rules for lists of a thousand entries (pure). */
import { foldForSearch } from '@veldlicht/contract/name';

/** A list with more entries than this has a search field. */
export const LONG_LIST = 50;

/** The entries whose text contains the typed one, ignoring case and accents; all for a blank. */
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

/** The rows to render: the visible ones, and the focused one with its neighbours, so that scrolling keeps focus and Tab. */
export function withFocusedRow(
  visible: readonly number[],
  focused: number | null,
  count: number,
): number[] {
  if (focused === null) return [...visible];
  const around = [focused - 1, focused, focused + 1].filter((row) => row >= 0 && row < count);
  return [...new Set([...visible, ...around])].sort((a, b) => a - b);
}
