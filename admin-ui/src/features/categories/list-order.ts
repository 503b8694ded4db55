/** Orders of a list on the page (pure; spec §4 Reordering, §5 Position field). */
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

/** The list with one id moved to a place from 0 on, beyond either end to that end; same if it stays. */
export function withMoved(ids: readonly string[], id: string, place: number): readonly string[] {
  const target = Math.min(Math.max(place, 0), ids.length - 1);
  const from = ids.indexOf(id);
  if (from === -1 || from === target) return ids;
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, target), id, ...others.slice(target)];
}

/** A row that is dragged: the place it is from, the one it is over, and its height in pixels. */
export interface Drag {
  from: number;
  over: number;
  height: number;
}

/** Where a row stands meanwhile: those between make room for the dragged one. */
export function placeWhile(drag: Drag | null, place: number): number {
  if (!drag) return place;
  const { from, over } = drag;
  if (place === from) return over;
  if (place > from) return place <= over ? place - 1 : place;
  return place >= over ? place + 1 : place;
}

/** The whole list renumbered from 1, as it is sent after a move. */
export function numbered(ids: readonly string[]): OrderUpdates {
  return ids.map((id, i) => ({ id, sortOrder: i + 1 }));
}

/** All entries, those of one list numbered in the order of the ids. */
export function withOrder(all: readonly AdminCategory[], ids: readonly string[]): AdminCategory[] {
  const places = new Map(ids.map((id, i) => [id, i + 1]));
  return all.map((entry) => ({ ...entry, sortOrder: places.get(entry.id) ?? entry.sortOrder }));
}

/** The place from 0 on that a key moves an entry to, or null for other keys. */
export function placeByKey(key: string, place: number, count: number): number | null {
  if (key === 'ArrowUp') return place - 1;
  if (key === 'ArrowDown') return place + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/**
 * The position that was typed, or null when the field reverts: no whole number, not above 0, or the
 * position the entry has.
 */
export function typedPosition(text: string, current: number): number | null {
  const typed = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(typed) && typed > 0 && typed !== current ? typed : null;
}
