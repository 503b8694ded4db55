/** Whether anything on the page would be lost: asked before a chosen logout. */
const holders = new Set<symbol>();

/** Something is unsaved from now on. Answers how to say that it no longer is. */
export function holdUnsavedWork(): () => void {
  const holder = Symbol();
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** Leaves the panel for a page of it that is loaded anew; the person was asked about what is unsaved. */
export function leaveUnsaved(address: string): void {
  holders.clear();
  location.assign(address);
}

export function hasUnsavedWork(): boolean {
  return holders.size > 0;
}
