/** The dialog's place in the history of the tab: one entry, whose address is the item's own page. */

/** Whoever scrolls the page begins with one of these. */
export const FIRST_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

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

/**
 * Before the dialog adds its entry: from now on the browser restores the place of neither entry. The
 * dialog's is none of the item's page, which a reload shows; Back leads to the card that was shown
 * last, and a new document to where the page stood. Returns what undoes it on the page's own entry.
 */
export function holdPlace(): () => void {
  const { scrollRestoration, state } = history;
  if (scrollRestoration === 'manual') return () => undefined; // the page does it by itself
  history.scrollRestoration = 'manual';
  history.replaceState({ ...state, behind: scrollY }, '');
  return () => {
    history.scrollRestoration = scrollRestoration;
    history.replaceState(state, '');
  };
}

/** In a new document on an entry of `holdPlace` or of the dialog: shows the place, and lets the browser keep it. */
function takePlace(): void {
  const { behind, dialog } = history.state ?? {};
  if (behind === undefined && !dialog) return;
  history.replaceState(null, '');
  if (typeof behind === 'number') scrollTo({ top: behind, behavior: 'instant' });
  // Not yet: until some time after the load, the browser would go where it has kept the entry to be.
  const release = () => {
    history.scrollRestoration = 'auto';
  };
  addEventListener('load', () => {
    for (const move of FIRST_MOVES) addEventListener(move, release, { once: true, passive: true });
  });
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
  if (location.pathname === loaded) takePlace();
  // They may have been quicker than this script.
  follow();
}
