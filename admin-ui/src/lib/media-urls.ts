/** Addresses of pictures, videos and the preview of an item. */
import type { MediaItem, MediaSource } from '@veldlicht/contract/media';
import { previewAddress } from '@veldlicht/contract/preview';
import { thumbHashToDataURL } from 'thumbhash';

type Pictured = Pick<MediaItem, 'sources' | 'imageUrl' | 'poster' | 'type'>;

/** Address of the smallest still that is at least `width` pixels wide, else the largest. */
export function thumbnailUrl(item: Pictured, width: number): string | null {
  const stills = item.sources
    .filter((source) => source.format !== 'mp4')
    .toSorted((a, b) => a.width - b.width || rank(a) - rank(b));
  const largest = stills.at(-1);
  // The first of the largest width is the lighter format.
  const fallback = stills.find((source) => source.width === largest?.width);
  const chosen = stills.find((source) => source.width >= width) ?? fallback;
  return chosen?.url ?? item.poster ?? (item.type === 'photo' ? item.imageUrl : null);
}

/** Address of the short preview of a video, else of its smallest version. */
export function previewUrl(item: Pick<MediaItem, 'sources' | 'imageUrl'>): string {
  const videos = item.sources.filter((source) => source.format === 'mp4');
  const smallest = videos.toSorted((a, b) => a.width - b.width).at(0);
  return (
    videos.find(({ url }) => url.endsWith('/preview.mp4'))?.url ?? smallest?.url ?? item.imageUrl
  );
}

function rank(source: MediaSource): number {
  return source.format === 'avif' ? 0 : 1;
}

/** Renders a ThumbHash to a data URL; null if absent or damaged. */
export function placeholderUrl(hash: string | null): string | null {
  if (!hash) return null;
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** Address of the preview of an item; null for failed and withheld items. */
export function previewOfItem(
  item: Pick<MediaItem, 'type' | 'slug' | 'processing' | 'withheld'>,
): string | null {
  if (item.processing === 'failed' || item.withheld) return null;
  return previewAddress(`/${item.type === 'video' ? 'video' : 'foto'}/${item.slug}`);
}
