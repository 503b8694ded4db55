import type { GridItem } from '#lib/grid-item.ts';

/** What the dialog pages through; of a long library only the shown part is in memory. */
export interface DialogList {
  /** Its first and last position; infinite where nobody knows yet. */
  first: number;
  last: number;
  /** The item at a position; null until it is loaded. */
  item: (index: number) => GridItem | null;
  /** The same, loaded when needed. Throws when it fails to load. */
  load: (index: number) => Promise<GridItem>;
}
