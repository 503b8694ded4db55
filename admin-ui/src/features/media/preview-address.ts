import type { MediaItem } from '@veldlicht/contract/media';
import { previewAddress } from '@veldlicht/contract/preview';

/** Where the page of an item can be seen before it is published; null for what the preview does not show. */
export function previewOfItem(
  item: Pick<MediaItem, 'type' | 'slug' | 'processing' | 'withheld'>,
): string | null {
  if (item.processing === 'failed' || item.withheld) return null;
  return previewAddress(`/${item.type === 'video' ? 'video' : 'foto'}/${item.slug}`);
}
