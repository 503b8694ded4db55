/**
 * What an item of an earlier release may show today (decision 028). What is gone, drafted or ended
 * is not asked about here: it has no today.
 */
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import type { SnapshotItem } from './snapshot-file.ts';

/** An old place is told only as it is told today; one that was not told stays untold. */
function placeNow(then: PublicItem, today: PublicItem): Pick<PublicItem, 'place' | 'placeDegrees'> {
  const { place, placeDegrees } = then.place === null ? then : today;
  return { place, placeDegrees };
}

/** A text in which somebody may have found the spot: it comes back only if it is there today. */
function textNow<T extends string | null>(then: T, today: T): T {
  return then !== null && then !== today && holdsPosition(then) ? today : then;
}

/** What belongs to the file. */
function pictureOf(item: PublicItem) {
  const { width, height, duration, color, placeholder, camera, sources, video } = item;
  return { width, height, duration, color, placeholder, camera, sources, video };
}

/**
 * The item as it was, without what may no longer be told of it: the very same object when nothing
 * has to go. `hasPicture` says whether the picture of then still exists; else it is today's.
 */
export function stillPublic(
  then: SnapshotItem,
  today: SnapshotItem,
  hasPicture: boolean,
): SnapshotItem {
  const { place, placeDegrees } = placeNow(then.item, today.item);
  const title = textNow(then.item.title, today.item.title);
  const alt = textNow(then.item.alt, today.item.alt);
  const description = textNow(then.item.description, today.item.description);
  const isSame =
    hasPicture &&
    place === then.item.place &&
    placeDegrees === then.item.placeDegrees &&
    title === then.item.title &&
    alt === then.item.alt &&
    description === then.item.description;
  if (isSame) return then;
  const picture = hasPicture ? {} : pictureOf(today.item);
  const { hash, ratio } = (hasPicture ? then : today).entry;
  const mark = `${then.entry.mark ?? ''}~${today.entry.revision}`;
  return {
    entry: { ...then.entry, hash, ratio, mark },
    item: { ...then.item, place, placeDegrees, title, alt, description, ...picture },
  };
}

/** Whether something that was public is not any more; `today` has the items of the same ages. */
export function isLessPublic(then: SnapshotItem[], today: SnapshotItem[]): boolean {
  const bySeq = new Map(today.map((one) => [one.entry.seq, one]));
  return then.some((one) => {
    const now = bySeq.get(one.entry.seq);
    return !now || stillPublic(one, now, one.entry.hash === now.entry.hash) !== one;
  });
}
