/** The dialog's entry in the tab's history, whose address is the item's own page. */

/** Events that precede any scrolling by the visitor. */
export const FIRST_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** The state of the entry. `document` distinguishes this document from a reloaded one. */
export function entryState(index: number, document: number) {
  return { dialog: { document, index } };
}

/** The position that an entry of this document shows; null for any other entry (pure). */
export function indexOfEntry(state: unknown, document: number): number | null {
  // Cast: state left by another script has no such fields.
  const { dialog } = (state ?? {}) as Partial<ReturnType<typeof entryState>>;
  return dialog?.document === document && typeof dialog.index === 'number' ? dialog.index : null;
}

/**
 * Called before the dialog adds its entry: stops the browser from restoring the scroll position of
 * either entry. The dialog's position makes no sense on the item's page, which a reload shows; Back
 * leads to the card shown last, and a new document scrolls to the stored position. Returns a
 * function that undoes this on the page's own entry.
 */
export function holdPlace(): () => void {
  const { scrollRestoration, state } = history;
  if (scrollRestoration === 'manual') return () => undefined; // the page restores its own position
  history.scrollRestoration = 'manual';
  history.replaceState({ ...state, behind: scrollY }, '');
  return () => {
    history.scrollRestoration = scrollRestoration;
    history.replaceState(state, '');
  };
}

/** In a new document on an entry of `holdPlace` or of the dialog: scrolls there, then lets the browser take over. */
function takePlace(): void {
  const { behind, dialog } = history.state ?? {};
  if (behind === undefined && !dialog) return;
  history.replaceState(null, '');
  if (typeof behind === 'number') scrollTo({ top: behind, behavior: 'instant' });
  // Only later: until some time after the load, the browser would restore its own position.
  const release = () => {
    history.scrollRestoration = 'auto';
  };
  addEventListener('load', () => {
    for (const move of FIRST_MOVES) addEventListener(move, release, { once: true, passive: true });
  });
}

/** The path that this document was loaded from; the address may have changed since. */
function loadedPath(): string {
  const [entry] = performance.getEntriesByType('navigation');
  // After a redirect, browsers differ in which of the two addresses they report.
  const isKnown =
    entry instanceof PerformanceNavigationTiming &&
    entry.redirectCount === 0 &&
    entry.name.startsWith(`${location.origin}/`);
  return isKnown ? new URL(entry.name).pathname : location.pathname;
}

/**
 * The dialog gives its history entry the item's own address. After a reload in between, Back and
 * Forward change the address without loading anything; this reloads the page at that address,
 * unless the entry belongs to this document's dialog.
 */
export function guardHistory(): void {
  const loaded = loadedPath();
  const follow = () => {
    if (location.pathname === loaded) return;
    if (indexOfEntry(history.state, performance.timeOrigin) === null) location.reload();
  };
  addEventListener('popstate', follow);
  if (location.pathname === loaded) takePlace();
  // The visitor may have pressed Back before this script ran.
  follow();
}
