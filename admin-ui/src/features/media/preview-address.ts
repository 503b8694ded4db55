import type { MediaItem } from '@veldlicht/contract/media';
import { previewAddress } from '@veldlicht/contract/preview';

/** Where the page of an item can be seen before it is published; null while there is no picture. */
export function previewOfItem(
  item: Pick<MediaItem, 'type' | 'slug' | 'processing'>,
): string | null {
  if (item.processing === 'failed') return null;
  return previewAddress(`/${item.type === 'video' ? 'video' : 'foto'}/${item.slug}`);
}
