/** The dialog over a list of items (spec §2 Home page, Media library). */
import type { GridItem } from '#lib/grid-item.ts';

/** What the dialog pages through; of a long library only the shown part is in memory. */
export interface DialogList {
  count: number;
  item: (index: number) => Promise<GridItem>;
}

export interface DialogRequest {
  list: DialogList;
  /** Position of the item to show first. */
  index: number;
  /** Hears which item was shown last, so that the focus can return to its card. */
  onClose: (index: number) => void;
}

/** Shows an item of the list. Until there is a dialog, its own page. */
export async function openDialog({ list, index }: DialogRequest): Promise<void> {
  const item = await list.item(index);
  location.assign(item.path);
}
