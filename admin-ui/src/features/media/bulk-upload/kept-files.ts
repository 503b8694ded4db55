/** Which files the browser keeps across a reload. */

/** As many bytes as are kept in all: 500 MB. */
export const KEPT_FILES_BYTES = 500 * 1024 * 1024;

interface Sized {
  id: string;
  size: number;
}

/**
 * The ids of the files to keep, in their order, as many as fit. A large one that does not fit
 * leaves room for smaller ones after it.
 */
export function filesToKeep(files: readonly Sized[], budget = KEPT_FILES_BYTES): Set<string> {
  const kept = new Set<string>();
  let total = 0;
  for (const { id, size } of files) {
    if (total + size > budget) continue;
    total += size;
    kept.add(id);
  }
  return kept;
}
