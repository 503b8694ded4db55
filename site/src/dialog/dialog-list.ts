import type { GridItem } from '#lib/grid-item.ts';

/** The items that the dialog pages through; of a long library only a part is in memory. */
export interface DialogList {
  /** First and last position; infinite while unknown. */
  first: number;
  last: number;
  /** The item at a position; null until it is loaded. */
  item: (index: number) => GridItem | null;
  /** The item at a position, loaded when needed. Throws when loading fails. */
  load: (index: number) => Promise<GridItem>;
}
