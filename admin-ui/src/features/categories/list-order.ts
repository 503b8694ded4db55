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

/** Moves an id to an index, clamped to the list; returns the same array if nothing changes. */
export function withMoved(ids: readonly string[], id: string, place: number): readonly string[] {
  const target = Math.min(Math.max(place, 0), ids.length - 1);
  const from = ids.indexOf(id);
  if (from === -1 || from === target) return ids;
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, target), id, ...others.slice(target)];
}

/** A dragged row: its index, the index it is over, and its height in pixels. */
export interface Drag {
  from: number;
  over: number;
  height: number;
}

/** Index at which a row is shown during a drag: rows in between make room. */
export function placeWhile(drag: Drag | null, place: number): number {
  if (!drag) return place;
  const { from, over } = drag;
  if (place === from) return over;
  if (place > from) return place <= over ? place - 1 : place;
  return place >= over ? place + 1 : place;
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

/** Index that a key moves an entry to; null for other keys. */
export function placeByKey(key: string, place: number, count: number): number | null {
  if (key === 'ArrowUp') return place - 1;
  if (key === 'ArrowDown') return place + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** A typed position; null, which reverts the field, if it is no whole number above 0 or unchanged. */
export function typedPosition(text: string, current: number): number | null {
  const typed = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(typed) && typed > 0 && typed !== current ? typed : null;
}
