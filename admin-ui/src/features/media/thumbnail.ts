import type { MediaItem, MediaSource } from '@veldlicht/contract/media';
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

/** Address of the lightest film for a glance at it: the short preview once it is made. */
export function previewUrl(item: Pick<MediaItem, 'sources' | 'imageUrl'>): string {
  const films = item.sources.filter((source) => source.format === 'mp4');
  const smallest = films.toSorted((a, b) => a.width - b.width).at(0);
  return (
    films.find(({ url }) => url.endsWith('/preview.mp4'))?.url ?? smallest?.url ?? item.imageUrl
  );
}

function rank(source: MediaSource): number {
  return source.format === 'avif' ? 0 : 1;
}

/** A ThumbHash as a picture for the time before the true one, or null for none or a damaged one. */
export function placeholderUrl(hash: string | null): string | null {
  if (!hash) return null;
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}
