import { type MediaItem, mediaItem } from '@veldlicht/contract/media';
import { adminMediaQuery } from '#lib/queries.ts';
import { resource } from '#lib/resource.ts';

const PATH = '/api/admin/media';

export const itemPath = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

/** ETag of the version that a change is based on. */
export const etagOf = ({ updatedAt }: Pick<MediaItem, 'updatedAt'>) => `"${updatedAt}"`;

export const mediaItems = resource({
  path: PATH,
  schema: mediaItem,
  list: adminMediaQuery,
  idOf: ({ id }) => id,
  etagOf,
});
