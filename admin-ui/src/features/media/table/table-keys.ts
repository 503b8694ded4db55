/** Maps keys to moves between cells, as in a spreadsheet. */
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
  isText: boolean;
}

export type TableKey =
  | { does: 'move'; rows: number; cells: number }
  | { does: 'extend'; rows: number }
  | { does: 'page'; pages: number }
  /** To the first or last field, of the row or of the table. */
  | { does: 'edge'; isLast: boolean; isTable: boolean }
  | { does: 'fill' | 'select all' | 'undo' | 'leave' | 'edit' };

const isWhole = ({ atStart, atEnd }: Caret) => atStart && atEnd;

/** What a key does in a cell, as in a spreadsheet; null: what it does anywhere. */
export function tableKey(press: KeyPress, caret: Caret): TableKey | null {
  const { key, shiftKey } = press;
  const isCommand = press.ctrlKey || press.metaKey;
  if (key === 'Escape') return { does: 'leave' };
  const isEdge = key === 'Home' || key === 'End';
  // A text being edited keeps its own Home and End.
  if (isEdge && !shiftKey && !press.altKey && !(caret.isText && !(isCommand && isWhole(caret))))
    return { does: 'edge', isLast: key === 'End', isTable: isCommand };
  if (isCommand && !press.altKey) {
    if (key.toLowerCase() === 'd') return { does: 'fill' };
    if (key.toLowerCase() === 'z' && !shiftKey) return { does: 'undo' };
    if (key.toLowerCase() === 'a' && isWhole(caret)) return { does: 'select all' };
    return null;
  }
  if (press.altKey) return null;
  const rows = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (rows) return shiftKey ? { does: 'extend', rows } : { does: 'move', rows, cells: 0 };
  if (key === 'Enter') return { does: 'move', rows: shiftKey ? -1 : 1, cells: 0 };
  if (shiftKey) return null;
  const pages = { PageUp: -1, PageDown: 1 }[key];
  if (pages) return { does: 'page', pages };
  if (key === 'F2' && caret.isText) return { does: 'edit' };
  if (key === 'ArrowLeft' && caret.atStart) return { does: 'move', rows: 0, cells: -1 };
  if (key === 'ArrowRight' && caret.atEnd) return { does: 'move', rows: 0, cells: 1 };
  return null;
}

export function isTextField(element: Element | null | undefined): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'text';
}

/** Whether the caret is at an end of the focused cell. Only texts have one: Tab moves within a date. */
export function caretOf(cell: HTMLElement): Caret {
  if (!isTextField(cell)) return { atStart: true, atEnd: true, isText: false };
  // Getters: reading them forces a layout, which a letter must not.
  const isAll = () => cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
  return {
    isText: true,
    get atStart() {
      return isAll() || (cell.selectionStart === 0 && cell.selectionEnd === 0);
    },
    get atEnd() {
      return isAll() || cell.selectionStart === cell.value.length;
    },
  };
}
