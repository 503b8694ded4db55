/** Between an item, the form, and what is sent. */
import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import type { MediaInput, MediaItem, MediaPatch, NewMedia } from '@veldlicht/contract/media';
import {
  defaultLocationPrivacy,
  holdsPosition,
  withoutPositions,
} from '@veldlicht/contract/position-shapes';
import { reason } from '@veldlicht/contract/reason';
import { changedOf } from '#lib/save-merged.ts';

/** What the form starts with: an item's own values, or the defaults of a new one. */
export function initialValues(item: MediaItem | null): MediaInput {
  return {
    title: item?.title ?? '',
    description: item?.description ?? '',
    location: item?.location ?? '',
    locationPrivacy: item?.locationPrivacy ?? 'exact',
    date: item?.date ?? '',
    category: item?.category ?? '',
    type: item?.type ?? 'photo',
    tags: item?.tags ?? [],
    alt: item?.alt ?? '',
    status: item?.status ?? 'published',
    publishFrom: item?.publishFrom ?? null,
    publishUntil: item?.publishUntil ?? null,
    featured: item?.featured ?? false,
    imageUrl: item?.imageUrl ?? '',
    focus: item?.focus ?? { x: 0.5, y: 0.5 },
  };
}

/** What was changed. A place and what may be known of it go together: no choice holds for another text. */
export function patchOf(item: MediaItem, values: NewMedia): MediaPatch {
  const patch: MediaPatch = changedOf(item, values);
  const { location, locationPrivacy } = values;
  const isPlace = 'location' in patch || 'locationPrivacy' in patch;
  return isPlace ? { ...patch, location, locationPrivacy } : patch;
}

/**
 * The privacy to show after the location was edited and the person has chosen none by hand.
 * A new item follows the rule of product decisions §4; for an existing one it only gets stricter.
 */
export function suggestedPrivacy(
  item: Pick<MediaItem, 'location' | 'locationPrivacy'> | null,
  location: string,
): LocationPrivacy {
  if (!item) return defaultLocationPrivacy(location);
  if (location === (item.location ?? '')) return item.locationPrivacy;
  return stricterPrivacy(item.locationPrivacy, defaultLocationPrivacy(location));
}

/** What the notice says of values that can't be saved, in English: that something is missing, else the first fault. */
export function refusalOfValues(faults: readonly string[]): string {
  const missing = reason('required_fields');
  return faults.includes(missing) ? missing : (faults.find(Boolean) ?? reason('not_valid'));
}

const publicTexts = ['title', 'description', 'alt', 'tags', 'category'] as const;
export type PublicText = (typeof publicTexts)[number];
type PublicTexts = Pick<MediaInput, PublicText>;

/** The public texts that hold a position: the item stays off the site with them (decision 042). */
export function textsWithPosition(values: PublicTexts): PublicText[] {
  return publicTexts.filter((name) => [values[name] ?? ''].flat().some(holdsPosition));
}

/** Whether saving these values needs a word about them: not if somebody has said to publish these very texts. */
export function doubtfulTexts(item: MediaItem | null, values: PublicTexts): PublicText[] {
  const isSaid = (name: PublicText) =>
    item?.positionAllowed === true &&
    !item.withheld &&
    JSON.stringify(values[name]) === JSON.stringify(item[name]);
  return textsWithPosition(values).filter((name) => !isSaid(name));
}

/** The texts without positions, and without tags that are called after one; a category stays. */
export function withoutPositionsInTexts({ title, description, alt, tags }: PublicTexts) {
  return {
    title: withoutPositions(title),
    description: withoutPositions(description ?? ''),
    alt: withoutPositions(alt ?? ''),
    tags: (tags ?? []).filter((tag) => !holdsPosition(tag)),
  };
}
