import type { MediaItem } from '@veldlicht/contract/media';

export const itemPath = (id: string) => `/api/admin/media/${encodeURIComponent(id)}`;

/** The version of an item that a change rests on. */
export const etagOf = ({ updatedAt }: Pick<MediaItem, 'updatedAt'>) => `"${updatedAt}"`;
