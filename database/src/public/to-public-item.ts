/** Converts a stored item to its public facts. */
import { pick } from '@veldlicht/contract/by-name';
import { categoryLabel } from '@veldlicht/contract/category-name';
import { publicDate, publicMoment } from '@veldlicht/contract/guard';
import { publicFields, publicTextFields } from '@veldlicht/contract/item-fields';
import { itemLink } from '@veldlicht/contract/item-link';
import { renditionUrl } from '@veldlicht/contract/ladder';
import type { MediaSource } from '@veldlicht/contract/media';
import { type Rendition, shownStills } from '@veldlicht/contract/renditions';
import { type OwnRights, ownRightsOf } from '@veldlicht/contract/rights';
import { type Card, card, type ItemLink, type PublicItem } from '@veldlicht/contract/snapshot';
import type { SpeciesName } from '@veldlicht/contract/species';
import { isVersion, VIDEO_NAME } from '@veldlicht/contract/video-versions';
import { type PublicPlace, placeOfStored, publicPlace } from '../positions/public-place.ts';
import type { files, media } from '../schema.ts';

/** Columns of an item to read; the query is built from them. */
export const itemColumns = [
  ...publicFields,
  'slug',
  'type',
  'locationPrivacy',
  'focusX',
  'focusY',
  'createdAt',
  'guard',
  'guardArea',
  'guardReasons',
] as const satisfies (keyof typeof media.$inferSelect)[];

/** Columns of its public file. */
export const fileColumns = [
  'hash',
  'width',
  'height',
  'duration',
  'placeholder',
  'color',
  'camera',
  'renditions',
] as const satisfies (keyof typeof files.$inferSelect)[];

export type PublicRow = Pick<typeof media.$inferSelect, (typeof itemColumns)[number]> &
  Pick<typeof files.$inferSelect, (typeof fileColumns)[number]> & {
    /** Only the credits among the file's facts. */
    facts: { [Name in keyof OwnRights]?: string | null };
  };

/** AVIF before JPEG, small before large. */
function byFormatAndSize(a: Rendition, b: Rendition): number {
  if (a.format !== b.format) return a.format < b.format ? -1 : 1;
  return a.width - b.width;
}

/** Background of a picture without an average colour: the site's hairline tone. */
const PLAIN_COLOR = '#e3dfd4';

function toSource(hash: string, { format, name, width, height }: Rendition): MediaSource {
  return { url: renditionUrl(hash, name), format, width, height };
}

/** Address of an item's own page. */
export function itemPath({ type, slug }: Pick<PublicRow, 'type' | 'slug'>): string {
  return `/${type === 'video' ? 'video' : 'foto'}/${slug}`;
}

/** Height divided by width, in hundredths. */
export function ratioOf({ width, height }: { width: number; height: number }): number {
  return Math.round((100 * height) / width);
}

/** Names from other tables; tags in alphabetical order. */
interface ItemNames {
  category: string;
  tags: string[];
  species: SpeciesName[];
}

/** Public place; for a guarded item its outing's area, or null without one. */
export function shownPlace({
  location,
  locationPrivacy,
  guard,
  guardArea,
}: Pick<PublicRow, 'location' | 'locationPrivacy' | 'guard' | 'guardArea'>): PublicPlace | null {
  if (guard === null)
    return publicPlace(location, locationPrivacy === 'approximate' ? 'block' : locationPrivacy);
  if (guard === 'hidden' || locationPrivacy === 'hidden' || guardArea === null) return null;
  return placeOfStored(guardArea, guard);
}

/** The public facts of one published item. */
export function toPublicItem(row: PublicRow, { category, tags, species }: ItemNames): PublicItem {
  const stills = shownStills(row.renditions).sort(byFormatAndSize);
  const place = shownPlace(row);
  const video = row.renditions.find(({ name }) => name === VIDEO_NAME);
  const versions = row.renditions.filter(isVersion).sort(byFormatAndSize);
  return {
    path: itemPath(row),
    slug: row.slug,
    type: row.type,
    ...pick(row, publicTextFields),
    alt: row.alt ?? row.title,
    place: place?.words ?? null,
    placeDegrees: place?.degrees ?? null,
    grid: place?.grid ?? null,
    date: publicDate(row.date, row.guard),
    category,
    categoryLabel: categoryLabel(category),
    tags,
    species,
    width: row.width,
    height: row.height,
    duration: row.duration,
    color: row.color ?? PLAIN_COLOR,
    placeholder: row.placeholder,
    focus: { x: row.focusX, y: row.focusY },
    camera: row.camera,
    rights: ownRightsOf(row.facts),
    createdAt: new Date(
      row.guard ? publicMoment(row.createdAt, row.date) : row.createdAt,
    ).toISOString(),
    sources: stills.map((still) => toSource(row.hash, still)),
    video: video ? toSource(row.hash, video) : null,
    videoVersions: versions.map((version) => toSource(row.hash, version)),
  };
}

// Casts: `keys` forgets the names.
const cardNames = Object.keys(card.shape) as (keyof Card)[];
const linkNames = Object.keys(itemLink.shape) as (keyof ItemLink)[];

/** Fields of an item in grids. */
export const toCard = (item: PublicItem): Card => pick(item, cardNames);

/** Fields of an item in links on other pages. */
export const toLink = (item: PublicItem): ItemLink => pick(item, linkNames);
