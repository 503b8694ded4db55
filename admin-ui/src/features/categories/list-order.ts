/** Reordering of a list (pure; spec §4 Reordering, §5 Position field). */
import type { AdminCategory, CategoryReorder, CategoryType } from '@veldlicht/contract/category';

export type OrderUpdates = CategoryReorder['updates'];

/** The entries of one type in the owner's order. */
export function entriesOf(
  all: readonly AdminCategory[] | undefined,
  type: CategoryType,
): AdminCategory[] {
  return (all ?? [])
    .filter((entry) => entry.type === type)
    .sort((a, b) => a.sortOrder - b.sortOrder);
}

/** Renumbers the whole list from 1, to send after a move. */
export function numbered(ids: readonly string[]): OrderUpdates {
  return ids.map((id, i) => ({ id, sortOrder: i + 1 }));
}

/** Renumbers the entries of `ids` in that order; others keep their number. */
export function withOrder(all: readonly AdminCategory[], ids: readonly string[]): AdminCategory[] {
  const places = new Map(ids.map((id, i) => [id, i + 1]));
  return all.map((entry) => ({ ...entry, sortOrder: places.get(entry.id) ?? entry.sortOrder }));
}

/** A typed position; null, which reverts the field, if it is no whole number above 0 or unchanged. */
export function typedPosition(text: string, current: number): number | null {
  const typed = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(typed) && typed > 0 && typed !== current ? typed : null;
}
