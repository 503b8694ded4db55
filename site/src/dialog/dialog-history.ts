/** The dialog's place in the history of the tab: one entry, whose address is the item's own page. */

/** The state of the entry. `document` tells this document from a reloaded one. */
export function entryState(index: number, document: number) {
  return { dialog: { document, index } };
}

/** The position an entry of this very document shows; null for any other entry (pure). */
export function indexOfEntry(state: unknown, document: number): number | null {
  // Cast: what another script has left is none of ours, and has no such parts.
  const { dialog } = (state ?? {}) as Partial<ReturnType<typeof entryState>>;
  return dialog?.document === document && typeof dialog.index === 'number' ? dialog.index : null;
}

/** The path that this document was loaded from: the address may have changed since. */
function loadedPath(): string {
  const [entry] = performance.getEntriesByType('navigation');
  // After a redirect browsers differ in which of the two addresses they name.
  const isKnown =
    entry instanceof PerformanceNavigationTiming &&
    entry.redirectCount === 0 &&
    entry.name.startsWith(`${location.origin}/`);
  return isKnown ? new URL(entry.name).pathname : location.pathname;
}

/**
 * The dialog gives the item's own address to an entry of the history. After a reload in between,
 * Back and Forward change the address without loading anything; this loads what the address says,
 * unless the dialog of this very document takes the entry.
 */
export function guardHistory(): void {
  const loaded = loadedPath();
  const follow = () => {
    if (location.pathname === loaded) return;
    if (indexOfEntry(history.state, performance.timeOrigin) === null) location.reload();
  };
  addEventListener('popstate', follow);
  // They may have been quicker than this script.
  follow();
}
