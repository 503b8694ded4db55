/** Each returns whether it holds unsaved work. */
const holders = new Set<() => boolean>();

/** Registers unsaved work while `isUnsaved` is true; returns how to unregister. */
export function holdUnsavedWork(isUnsaved = () => true): () => void {
  const holder = () => isUnsaved();
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** Leaves by a full page load without asking about unsaved work. */
export function leaveUnsaved(address: string): void {
  holders.clear();
  location.assign(address);
}

export function hasUnsavedWork(): boolean {
  return [...holders].some((isUnsaved) => isUnsaved());
}

/** Makes the browser ask before it closes or reloads a page with unsaved work. */
export function guardPage(): void {
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsavedWork()) event.preventDefault();
  });
}
