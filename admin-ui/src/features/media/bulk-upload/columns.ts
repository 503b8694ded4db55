/** The columns of the bulk table, and which cell a key leads to (pure). */
import type { FieldValues } from '../field-values.ts';

/** Fields with a cell of their own, in their order. A further one needs a cell in `FieldCells` and a track in `gridClass`. */
export const columns = [
  'title',
  'category',
  'tags',
  'location',
  'locationPrivacy',
  'species',
  'date',
] as const satisfies readonly (keyof FieldValues)[];
export type Column = (typeof columns)[number];

/** Tracks: select, picture, the columns, state, details. */
export const gridClass =
  'grid grid-cols-[2.75rem_5.25rem_minmax(10rem,2.2fr)_minmax(6rem,1fr)_minmax(7rem,1.5fr)_minmax(7.5rem,1.4fr)_7.25rem_minmax(7rem,1.4fr)_7.5rem_minmax(8rem,1fr)_5rem]';

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** What the cell under the keys lets go of: a caret at an end of its text, or a text that is selected whole. */
export interface Caret {
  atStart: boolean;
  atEnd: boolean;
}

export type TableKey =
  | { does: 'move'; rows: number; cells: number }
  | { does: 'extend'; rows: number }
  | { does: 'fill' }
  | { does: 'select all' };

/** What a key does in a cell, as in a spreadsheet; null: what it does anywhere. */
export function tableKey(press: KeyPress, caret: Caret): TableKey | null {
  const { key, shiftKey } = press;
  const isCommand = press.ctrlKey || press.metaKey;
  if (isCommand && !press.altKey) {
    if (key.toLowerCase() === 'd') return { does: 'fill' };
    if (key.toLowerCase() === 'a' && caret.atStart && caret.atEnd) return { does: 'select all' };
    return null;
  }
  if (press.altKey) return null;
  const rows = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (rows) return shiftKey ? { does: 'extend', rows } : { does: 'move', rows, cells: 0 };
  if (key === 'Enter') return { does: 'move', rows: shiftKey ? -1 : 1, cells: 0 };
  if (shiftKey) return null;
  if (key === 'ArrowLeft' && caret.atStart) return { does: 'move', rows: 0, cells: -1 };
  if (key === 'ArrowRight' && caret.atEnd) return { does: 'move', rows: 0, cells: 1 };
  return null;
}
