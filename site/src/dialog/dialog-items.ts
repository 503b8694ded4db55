import type { GridItem } from '#lib/grid-item.ts';
import type { DialogList } from './open-dialog.ts';

export interface DialogItems {
  count: number;
  /** The item if it is here already. */
  at: (index: number) => GridItem | null;
  load: (index: number) => Promise<GridItem>;
}

/** Keeps the items that were asked for, because PhotoSwipe wants them without waiting. */
export function dialogItems({ count, item }: DialogList): DialogItems {
  const here = new Map<number, GridItem>();
  const coming = new Map<number, Promise<GridItem>>();
  const load = (index: number) => {
    const known = coming.get(index);
    if (known) return known;
    const loading = item(index).then((loaded) => {
      here.set(index, loaded);
      return loaded;
    });
    coming.set(index, loading);
    loading.catch(() => coming.delete(index));
    return loading;
  };
  return { count, at: (index) => here.get(index) ?? null, load };
}
