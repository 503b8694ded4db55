/** Moves within a list, by a drag or by keys (pure). */

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

/** Index of a row during a drag: rows in between make room for the dragged one. */
export function placeWhile(drag: Drag | null, place: number): number {
  if (!drag) return place;
  const { from, over } = drag;
  if (place === from) return over;
  if (place > from) return place <= over ? place - 1 : place;
  return place >= over ? place + 1 : place;
}

/** The place from 0 on that a key moves an entry to, or null for other keys. */
export function placeByKey(key: string, place: number, count: number): number | null {
  if (key === 'ArrowUp') return place - 1;
  if (key === 'ArrowDown') return place + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
