/** Chooses the files of a picture. */
import { ladderOf, renditionUrl } from '@veldlicht/contract/ladder';
import type { MediaSource } from '@veldlicht/contract/media';
import type { Card } from '@veldlicht/contract/snapshot';

/** The stills of a picture by its `ladderKey` and size, by format from small to large. */
export function ladderSources(key: string, width: number, height: number): MediaSource[] {
  const [hash = '', edition = ''] = key.split('-');
  return ladderOf(edition, { width, height }).map(({ name, format, ...own }) => ({
    url: renditionUrl(hash, name),
    format,
    width: own.width,
    height: own.height,
  }));
}

/** Attributes of a picture's elements. */
export interface PictureSources {
  /** `srcset` of the AVIF files; '' for none. */
  avif: string;
  /** `srcset` of the JPEG files; '' for none. */
  jpg: string;
  /** The smallest JPEG, for browsers without `srcset`. */
  src: string;
}

function srcset(sources: MediaSource[]): string {
  return sources.map(({ url, width }) => `${url} ${width}w`).join(', ');
}

/** Sorts the stills of a card by format. `maxWidth` leaves out larger files (phones, thumbnails). */
export function pictureSources(sources: MediaSource[], maxWidth = Infinity): PictureSources {
  const upTo = (format: string) => {
    const files = sources.filter((source) => source.format === format);
    const fits = files.filter((file) => file.width <= maxWidth);
    return fits.length > 0 ? fits : files.slice(0, 1);
  };
  const jpg = upTo('jpg');
  return { avif: srcset(upTo('avif')), jpg: srcset(jpg), src: jpg[0]?.url ?? '' };
}

/** The JPEG for sharing: the largest one. */
export function sharingPicture(sources: MediaSource[]): MediaSource | undefined {
  return sources.filter((source) => source.format === 'jpg').at(-1);
}

/** The smallest JPEG: for a thumbnail. */
export function smallestPicture(sources: MediaSource[]): MediaSource | undefined {
  return sources.find((source) => source.format === 'jpg');
}

/**
 * The file that a phone with script paints first of a picture on its first screen: the smallest, as
 * the first `<source>` with a matching preload. scripts/pictures.ts then loads the right file
 * (decision 019). Without script, or where `(scripting)` is unknown, only the right file loads.
 */
export function smallFirst(sources: MediaSource[]): { media: string; srcset: string } {
  const media = '(max-width: 767px) and (scripting: enabled)';
  return { media, srcset: pictureSources(sources, 480).avif };
}

/** `sizes` of a picture that covers the screen: the screen's width, or the width that its height requires. */
export function heroSizes({ width, height }: Pick<Card, 'width' | 'height'>): string {
  return `max(100vw, ${Math.round((100 * width) / height)}vh)`;
}

/** Preloads of the hero for phones and for larger screens, equal to their first `<source>` elements. */
export function heroPreloads(hero: Pick<Card, 'width' | 'height' | 'sources'>) {
  const sizes = heroSizes(hero);
  const wide = { media: '(min-width: 768px)', srcset: pictureSources(hero.sources).avif };
  return [smallFirst(hero.sources), wide].map((preload) => ({ ...preload, sizes }));
}
