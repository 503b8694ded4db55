/** Turns rows into lines of the form (contract/moving). Pure. */
import { fileFacts } from '@veldlicht/contract/file-facts';
import { keyOf, type MovedFacts, type MovedItem, type MovedWish } from '@veldlicht/contract/moving';
import { ownRightsOf } from '@veldlicht/contract/rights';
import { type Block, blocksWith, readBody, shownInBlocks } from '@veldlicht/contract/story-body';
import type { stories } from '@veldlicht/database/schema';
import { toInstantOrNull } from '#http/instant.ts';
import type { MediaRecord } from '#media/to-media-item.ts';

type StoryRow = typeof stories.$inferSelect;

/** Source of what was made in Veldlicht itself. */
export const OWN = 'veldlicht';

/** Splits `flickr:123`. */
function partsOf(key: string): { source: string; sourceId: string } {
  const at = key.indexOf(':');
  return { source: key.slice(0, at), sourceId: key.slice(at + 1) };
}

const COORDINATES = /^(-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?)$/;

function placeOf(location: string | null): Pick<MovedItem, 'lat' | 'lon' | 'place'> {
  const [, lat, lon] = COORDINATES.exec(location ?? '') ?? [];
  return lat && lon
    ? { lat: Number(lat), lon: Number(lon), place: null }
    : { lat: null, lon: null, place: location };
}

/** Whether the item or its file holds a place that visitors don't see. */
export function hasPrivatePlace({ media, file }: Pick<MediaRecord, 'media' | 'file'>): boolean {
  const isTold = media.locationPrivacy === 'exact' && media.guard === null;
  const { location: embedded } = fileFacts.parse(file.facts);
  if (media.location !== null && !isTold) return true;
  return embedded !== null && embedded !== media.location;
}

const byName = new Intl.Collator('nl').compare;

/** Where an item or a story came from. */
export interface Origin {
  key: string;
  /** What it was to become when it moved in; null for what was made here. */
  wish: MovedWish | null;
  /** Whether it still waits for that, as a draft. */
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

/** The panel stores empty captions too. */
function withoutEmptyCaptions<Shown>(block: Block<Shown>): Block<Shown> {
  if (!('media' in block)) return block;
  const { kind, media, captions } = block;
  return captions?.some((words) => words !== '') ? { kind, media, captions } : { kind, media };
}

/** Facts of a story, the items that it shows, and its blocks with these items named by `nameOf`. */
export function toMovedStory(row: StoryRow, origin: Origin, items: ReadonlyMap<string, MovedItem>) {
  const cover = items.get(row.cover ?? '');
  const facts: MovedFacts = {
    ...partsOf(origin.key),
    title: row.title,
    date: row.date,
    slug: row.slug,
    visibility: visibilityOf(row.status, origin),
    publishFrom: toInstantOrNull(row.publishFrom),
    publishUntil: toInstantOrNull(row.publishUntil),
    cover: cover ? keyOf(cover) : null,
    oldAddresses: origin.oldAddresses.toSorted(),
  };
  const blocks = blocksWith(readBody(row.body), (id) => items.get(id)).map(withoutEmptyCaptions);
  const blocksBy = (nameOf: (item: MovedItem) => string) => blocksWith(blocks, nameOf);
  return { facts, shown: shownInBlocks(blocks), blocksBy };
}
