/** Each answers whether it would lose anything with the page. */
const holders = new Set<() => boolean>();

/** Something is unsaved from now on, while `isUnsaved` says so. Answers how to say that it no longer is. */
export function holdUnsavedWork(isUnsaved = () => true): () => void {
  const holder = () => isUnsaved();
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** Leaves by a full page load, after the question about unsaved work. */
export function leaveUnsaved(address: string): void {
  holders.clear();
  location.assign(address);
}

/** Whether anything on the page would be lost: asked before a chosen logout too. */
export function hasUnsavedWork(): boolean {
  return [...holders].some((isUnsaved) => isUnsaved());
}

/** From now on the browser asks before a page with unsaved work is closed or loaded again. */
export function guardPage(): void {
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsavedWork()) event.preventDefault();
  });
}
