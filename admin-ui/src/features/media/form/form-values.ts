/** Between an item, the form, and what is sent. */
import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import type { MediaInput, MediaItem, MediaPatch, NewMedia } from '@veldlicht/contract/media';
import { defaultLocationPrivacy, holdsPosition } from '@veldlicht/contract/position-shapes';
import { en } from '#i18n/en.ts';
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
  const isMissing = faults.includes(en.requiredFields);
  return isMissing ? en.requiredFields : (faults.find((fault) => fault) ?? en.serverNotValid);
}

const publicTexts = ['title', 'description', 'alt'] as const;
export type PublicText = (typeof publicTexts)[number];

/** The public texts that hold a position: a warning before saving (product decisions §4). */
export function textsWithCoordinates(values: Record<PublicText, string | null>): PublicText[] {
  return publicTexts.filter((name) => holdsPosition(values[name] ?? ''));
}
