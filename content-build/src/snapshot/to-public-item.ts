/** From a stored row to what the public may know: the one place that decides it (product decisions §4). */
import { categoryLabel } from '@veldlicht/contract/category';
import { publicPlace } from '@veldlicht/contract/location';
import type { MediaSource } from '@veldlicht/contract/media';
import { type Rendition, renditionUrl } from '@veldlicht/contract/renditions';
import type { Card, PublicItem } from '@veldlicht/contract/snapshot';
import type { files, media } from '@veldlicht/database/schema';
import { itemPath } from './content-source.ts';

type MediaRow = typeof media.$inferSelect;
type FileRow = typeof files.$inferSelect;

/** Shown behind a picture whose average colour is unknown: the hairline tone of the site. */
const PLAIN_COLOR = '#e3dfd4';

function toSource(hash: string, { format, name, width, height }: Rendition): MediaSource {
  return { url: renditionUrl(hash, name), format, width, height };
}

/**
 * The public facts of one published item. `file` is the newest file of it whose renditions are
 * complete; `tags` are names in the owner's order.
 */
export function toPublicItem(
  row: MediaRow,
  file: FileRow,
  category: string,
  tags: string[],
): PublicItem {
  const stills = file.renditions
    .filter(({ format }) => format !== 'mp4')
    .sort((a, b) => a.format.localeCompare(b.format) || a.width - b.width);
  const film = file.renditions.find(({ name }) => name === 'video.mp4');
  return {
    path: itemPath(row),
    slug: row.slug,
    type: row.type,
    title: row.title,
    alt: row.alt ?? row.title,
    description: row.description,
    place: publicPlace(row.location, row.locationPrivacy),
    date: row.date,
    category,
    categoryLabel: categoryLabel(category),
    tags,
    width: file.width,
    height: file.height,
    duration: file.duration,
    color: file.color ?? PLAIN_COLOR,
    placeholder: file.placeholder,
    focus: { x: row.focusX, y: row.focusY },
    camera: file.camera,
    createdAt: new Date(row.createdAt).toISOString(),
    sources: stills.map((still) => toSource(file.hash, still)),
    video: film ? toSource(file.hash, film) : null,
  };
}

/** The part of an item that grids and neighbours show. */
export function toCard(item: PublicItem): Card {
  const {
    slug: _slug,
    description: _description,
    camera: _camera,
    createdAt: _createdAt,
    video: _video,
    ...card
  } = item;
  return card;
}
