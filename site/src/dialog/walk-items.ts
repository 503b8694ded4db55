/** Walks from an item's page to its neighbours, and on from there. */
import type { GridItem } from '#lib/grid-item.ts';
import type { DialogList } from './dialog-list.ts';
import { loadDetails } from './item-details.ts';

/** Position of the item whose page it is: at most this many may precede it. */
export const START = 10_000;

/** A list of which only the items around the start are known; others become known on the way. */
export function walkItems(start: string, details = loadDetails): DialogList {
  const items = new Map<number, GridItem>();
  const pathAt = async (at: number) => {
    if (at === START) return start;
    const isBefore = at < START;
    const { path } = await load(isBefore ? at + 1 : at - 1);
    const { previous, next } = await details(path);
    return isBefore ? previous : next;
  };
  const load = async (at: number) => {
    const known = items.get(at);
    if (known) return known;
    const path = await pathAt(at);
    if (!path) throw new RangeError('past the end of the items');
    const { item, previous, next } = await details(path);
    if (!previous) list.first = at;
    if (!next) list.last = at;
    items.set(at, item);
    return item;
  };
  const list = {
    first: -Infinity,
    last: Infinity,
    item: (at: number) => items.get(at) ?? null,
    load,
  };
  return list;
}
