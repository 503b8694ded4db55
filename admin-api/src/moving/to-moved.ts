/** From rows to the lines of the form (contract/moving). Pure. */

import { fileFacts } from '@veldlicht/contract/file-facts';
import type { MovedItem, MovedSeries, MovedWish, NoteFacts } from '@veldlicht/contract/moving';
import { ownRightsOf } from '@veldlicht/contract/rights';
import { type Block, blocksWith, readBody } from '@veldlicht/contract/story-body';
import type { stories } from '@veldlicht/database/schema';
import { toInstantOrNull } from '#http/instant.ts';
import type { MediaRecord } from '#media/to-media-item.ts';

type StoryRow = typeof stories.$inferSelect;

/** Name of a thing in this installation, for one that came from nowhere else. */
export const OWN = 'veldlicht';

/** `flickr:123` → its two parts. */
export function partsOf(key: string): { source: string; sourceId: string } {
  const at = key.indexOf(':');
  return { source: key.slice(0, at), sourceId: key.slice(at + 1) };
}

const COORDINATES = /^(-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?)$/;

/** Splits a location into degrees, or words. */
function placeOf(location: string | null): Pick<MovedItem, 'lat' | 'lon' | 'place'> {
  const [, lat, lon] = COORDINATES.exec(location ?? '') ?? [];
  return lat && lon
    ? { lat: Number(lat), lon: Number(lon), place: null }
    : { lat: null, lon: null, place: location };
}

/** Whether the item or its file holds a place that visitors do not see. */
export function hasPrivatePlace({ media, file }: Pick<MediaRecord, 'media' | 'file'>): boolean {
  const isTold = media.locationPrivacy === 'exact' && media.guard === null;
  const { location: embedded } = fileFacts.parse(file.facts);
  if (media.location !== null && !isTold) return true;
  return embedded !== null && embedded !== media.location;
}

const byName = new Intl.Collator('nl').compare;

interface Origin {
  key: string;
  /** What was wished of it when it moved in; visibility is that of now, unless it still waits for it. */
  wish: MovedWish | null;
  waits: boolean;
  oldAddresses: string[];
}

interface Exported {
  file: string;
  sha256: string;
}

const visibilityOf = (status: 'published' | 'draft', { wish, waits }: Origin) =>
  status === 'published' ? 'public' : waits && wish ? wish.visibility : 'draft';

export function toMovedItem(
  { media: row, category, tags, species, file }: MediaRecord,
  origin: Origin,
  exported: Exported,
): MovedItem {
  const facts = fileFacts.parse(file.facts);
  const hasTime = row.date !== null && facts.date === row.date && facts.time !== null;
  const { licenseUrl, usageTerms } = ownRightsOf(file.facts);
  return {
    ...partsOf(origin.key),
    ...exported,
    title: row.title,
    description: row.description,
    alt: row.alt,
    takenLocal: row.date && row.date + (hasTime ? `T${facts.time}` : ''),
    offset: hasTime ? facts.offset : null,
    ...placeOf(row.location),
    category,
    keywords: tags.toSorted(byName),
    species: species.map(({ dutchName: _, ...seen }) => seen),
    visibility: visibilityOf(row.status, origin),
    publishedAt: toInstantOrNull(row.firstPublishedAt) ?? origin.wish?.publishedAt ?? null,
    publishFrom: toInstantOrNull(row.publishFrom),
    publishUntil: toInstantOrNull(row.publishUntil),
    license: origin.wish?.license ?? licenseUrl ?? usageTerms ?? null,
    oldAddresses: origin.oldAddresses.toSorted(),
    privacy: origin.waits && origin.wish ? origin.wish.privacy : row.locationPrivacy,
    slug: row.slug,
    featured: row.featured,
    focus: { x: row.focusX, y: row.focusY },
  };
}

/** Facts of a story, and its blocks with the pictures that `find` names. */
export function toMovedStory(
  row: StoryRow,
  origin: Origin,
  find: (id: string) => string | undefined,
  keyOfItem: (id: string) => string | undefined,
): { facts: NoteFacts; blocks: Block[] } {
  const facts = {
    ...partsOf(origin.key),
    title: row.title,
    date: row.date,
    slug: row.slug,
    visibility: visibilityOf(row.status, origin),
    publishFrom: toInstantOrNull(row.publishFrom),
    publishUntil: toInstantOrNull(row.publishUntil),
    cover: (row.cover && keyOfItem(row.cover)) ?? null,
    oldAddresses: origin.oldAddresses.toSorted(),
  };
  return { facts, blocks: blocksWith(readBody(row.body), find).map(withoutEmptyCaptions) };
}

/** The panel stores captions also where none was written. */
function withoutEmptyCaptions(block: Block): Block {
  if (!('media' in block)) return block;
  const { kind, media, captions } = block;
  return captions?.some((words) => words !== '') ? { kind, media, captions } : { kind, media };
}

export const toMovedSeries = (...args: Parameters<typeof toMovedStory>): MovedSeries => {
  const { facts, blocks } = toMovedStory(...args);
  return { ...facts, blocks };
};
