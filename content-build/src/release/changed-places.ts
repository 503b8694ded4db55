/** Which item pages may differ from those of a release, by the entries it was made of (pure). */
import type { Entry } from '../snapshot/content-source.ts';

/**
 * Places in `entries` whose entry, or whose neighbour in age, is another object than in `before`: an
 * entry that did not change is the same object. Both newest first. Asking for every page by its
 * address and key instead costs as much as the rest of the plan of an edit.
 */
export function changedPlaces(before: Entry[], entries: Entry[]): number[] {
  const changed: number[] = [];
  let there = 0;
  for (const [here, entry] of entries.entries()) {
    while ((before[there]?.seq ?? 0) > entry.seq) there++;
    const isSame =
      before[there] === entry &&
      before[there - 1] === entries[here - 1] &&
      before[there + 1] === entries[here + 1];
    if (!isSame) changed.push(here);
  }
  return changed;
}
