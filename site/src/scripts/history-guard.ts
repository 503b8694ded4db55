import { indexOfEntry } from '#dialog/dialog-history.ts';

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
