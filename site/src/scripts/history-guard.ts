import { indexOfEntry } from '#dialog/dialog-history.ts';

/**
 * The dialog gives the item's own address to an entry of the history. After a reload in between,
 * Back and Forward change the address without loading anything; this loads what the address says,
 * unless the dialog of this very document takes the entry.
 */
export function guardHistory(): void {
  const loaded = location.pathname;
  addEventListener('popstate', ({ state }) => {
    if (location.pathname === loaded) return;
    if (indexOfEntry(state, performance.timeOrigin) === null) location.reload();
  });
}
