/** Whether anything on the page would be lost: asked before a chosen logout. */
const holders = new Set<symbol>();

/** Something is unsaved from now on. Answers how to say that it no longer is. */
export function holdUnsavedWork(): () => void {
  const holder = Symbol();
  holders.add(holder);
  return () => void holders.delete(holder);
}

export function hasUnsavedWork(): boolean {
  return holders.size > 0;
}
