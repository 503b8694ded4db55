/** Maps stored rows to the API's items for signed-in users. */
import { pick } from '@veldlicht/contract/by-name';
import { itemFieldNames } from '@veldlicht/contract/item-fields';
import { objectPath, renditionUrl } from '@veldlicht/contract/ladder';
import type { MediaItem, MediaSource } from '@veldlicht/contract/media';
import { type Rendition, shownStills } from '@veldlicht/contract/renditions';
import type { ItemSpecies } from '@veldlicht/contract/species';
import type { files, media } from '@veldlicht/database/schema';
import { toInstant, toInstantOrNull } from '#http/instant.ts';

export type MediaRow = typeof media.$inferSelect;
export type FileRow = typeof files.$inferSelect;

/** An item with everything that its response needs; visitors see `previous` until `file` is ready. */
export interface MediaRecord {
  media: MediaRow;
  category: string;
  tags: string[];
  species: ItemSpecies[];
  file: FileRow;
  previous: FileRow | null;
}

function toSource(hash: string, { format, name, width, height }: Rendition): MediaSource {
  return { url: renditionUrl(hash, name), format, width, height };
}

/** The poster of a video: the 960 JPEG, else its first JPEG. */
function posterOf({ type, hash, renditions }: FileRow): string | null {
  if (type !== 'video') return null;
  const stills = renditions.filter(({ format }) => format === 'jpg');
  const still = stills.find(({ name }) => name === '960.jpg') ?? stills[0];
  return still ? renditionUrl(hash, still.name) : null;
}

/** The URL of the smallest still. */
export function thumbnailOf({ hash, renditions }: Pick<FileRow, 'hash' | 'renditions'>) {
  const [still] = shownStills(renditions).toSorted((a, b) => a.width - b.width);
  return still ? renditionUrl(hash, still.name) : null;
}

/** The fields that show a file, also of a deleted item. */
export function pictureOf(file: FileRow) {
  return {
    type: file.type,
    imageUrl: objectPath(file.hash, file.type),
    sources: file.renditions.map((rendition) => toSource(file.hash, rendition)),
    poster: posterOf(file),
  };
}

/** Shows the newest file and its processing state, unlike what visitors get. */
export function toMediaItem(record: MediaRecord): MediaItem {
  const { media: row, file, category, tags } = record;
  return {
    ...pick(row, itemFieldNames),
    id: row.id,
    slug: row.slug,
    ...pictureOf(file),
    type: row.type,
    category,
    tags,
    featured: row.featured,
    createdAt: toInstant(row.createdAt),
    width: file.width,
    height: file.height,
    duration: file.duration,
    placeholder: file.placeholder,
    color: file.color,
    focus: { x: row.focusX, y: row.focusY },
    camera: file.camera,
    locationPrivacy: row.locationPrivacy,
    species: record.species,
    notShown: row.notShown,
    guard: row.guard && { level: row.guard, reasons: row.guardReasons },
    status: row.status,
    publishFrom: toInstantOrNull(row.publishFrom),
    publishUntil: toInstantOrNull(row.publishUntil),
    withheld: row.withheld,
    hero: row.hero,
    cover: row.cover,
    positionAllowed: row.allowedPositions.length > 0,
    processing: file.processing,
    processingError: file.processingError,
    updatedAt: toInstant(row.updatedAt),
  };
}

/** The newest file that is ready, which visitors see; null if there is none yet. */
export function visibleFile({ file, previous }: MediaRecord): FileRow | null {
  if (file.processing === 'ready') return file;
  return previous?.processing === 'ready' ? previous : null;
}
