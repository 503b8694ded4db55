/** From a stored row to what the public may know: the one place that decides it (product decisions §4). */
import { categoryLabel } from '@veldlicht/contract/category';
import { renditionUrl } from '@veldlicht/contract/ladder';
import type { MediaSource } from '@veldlicht/contract/media';
import type { Rendition } from '@veldlicht/contract/renditions';
import type { Card, ItemLink, PublicItem } from '@veldlicht/contract/snapshot';
import { publicPlace } from '@veldlicht/database/public-place';
import type { files, media } from '@veldlicht/database/schema';
import { itemPath } from './content-source.ts';

/** Columns that are read of an item; the query is made from them. */
export const itemColumns = [
  'slug',
  'type',
  'title',
  'description',
  'location',
  'locationPrivacy',
  'date',
  'alt',
  'focusX',
  'focusY',
  'createdAt',
] as const satisfies (keyof typeof media.$inferSelect)[];

/** And of the file that visitors see. */
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
  Pick<typeof files.$inferSelect, (typeof fileColumns)[number]>;

/** AVIF before JPEG, small before large. */
function byFormatAndSize(a: Rendition, b: Rendition): number {
  if (a.format !== b.format) return a.format < b.format ? -1 : 1;
  return a.width - b.width;
}

/** Shown behind a picture whose average colour is unknown: the hairline tone of the site. */
const PLAIN_COLOR = '#e3dfd4';

function toSource(hash: string, { format, name, width, height }: Rendition): MediaSource {
  return { url: renditionUrl(hash, name), format, width, height };
}

/** The public facts of one published item; `tags` are names in alphabetical order. */
export function toPublicItem(row: PublicRow, category: string, tags: string[]): PublicItem {
  const stills = row.renditions.filter(({ format }) => format !== 'mp4').sort(byFormatAndSize);
  const place = publicPlace(row.location, row.locationPrivacy);
  const video = row.renditions.find(({ name }) => name === 'video.mp4');
  return {
    path: itemPath(row),
    slug: row.slug,
    type: row.type,
    title: row.title,
    alt: row.alt ?? row.title,
    description: row.description,
    place: place?.words ?? null,
    placeDegrees: place?.degrees ?? null,
    date: row.date,
    category,
    categoryLabel: categoryLabel(category),
    tags,
    width: row.width,
    height: row.height,
    duration: row.duration,
    color: row.color ?? PLAIN_COLOR,
    placeholder: row.placeholder,
    focus: { x: row.focusX, y: row.focusY },
    camera: row.camera,
    createdAt: new Date(row.createdAt).toISOString(),
    sources: stills.map((still) => toSource(row.hash, still)),
    video: video ? toSource(row.hash, video) : null,
  };
}

/** The part of an item that grids show. */
export function toCard(item: PublicItem): Card {
  const {
    slug: _slug,
    placeDegrees: _placeDegrees,
    description: _description,
    camera: _camera,
    createdAt: _createdAt,
    video: _video,
    ...card
  } = item;
  return card;
}

/** The part of an item that the pages beside its own show. */
export function toLink(item: PublicItem): ItemLink {
  const { path, title, alt, place, date, width, height, color, focus, sources } = item;
  return { path, title, alt, place, date, width, height, color, focus, sources };
}
