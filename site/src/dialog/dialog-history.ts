/** The dialog's place in the history of the tab: one entry, whose address is the item's own page. */

/** What the entry keeps. `document` tells a page that is still there from one that was reloaded. */
export interface DialogEntry {
  document: number;
  index: number;
}

/** The state for an entry of this document. */
export function entryState(index: number, document: number): { dialog: DialogEntry } {
  return { dialog: { document, index } };
}

/** The position an entry of this very document shows; null for any other entry. */
export function indexOfEntry(state: unknown, document: number): number | null {
  if (typeof state !== 'object' || state === null || !('dialog' in state)) return null;
  const { dialog } = state;
  if (typeof dialog !== 'object' || dialog === null) return null;
  if (!('document' in dialog) || dialog.document !== document) return null;
  return 'index' in dialog && typeof dialog.index === 'number' ? dialog.index : null;
}
