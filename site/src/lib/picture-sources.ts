import type { MediaSource } from '@veldlicht/contract/media';

/** What the elements of one picture say. */
export interface PictureSources {
  /** `srcset` of the AVIF files; '' for none. */
  avif: string;
  /** `srcset` of the JPEG files; '' for none. */
  jpg: string;
  /** The smallest JPEG: for a browser that reads no `srcset`. */
  src: string;
}

function srcset(sources: MediaSource[]): string {
  return sources.map(({ url, width }) => `${url} ${width}w`).join(', ');
}

/** Sorts the stills of a card by format. `maxWidth` leaves larger files out (phones, thumbnails). */
export function pictureSources(sources: MediaSource[], maxWidth = Infinity): PictureSources {
  const upTo = (format: string) => {
    const files = sources.filter((source) => source.format === format);
    const fits = files.filter((file) => file.width <= maxWidth);
    return fits.length > 0 ? fits : files.slice(0, 1);
  };
  const jpg = upTo('jpg');
  return { avif: srcset(upTo('avif')), jpg: srcset(jpg), src: jpg[0]?.url ?? '' };
}

/** The JPEG for sharing: the largest there is. */
export function sharingPicture(sources: MediaSource[]): MediaSource | undefined {
  return sources.filter((source) => source.format === 'jpg').at(-1);
}

/** The smallest JPEG: for a thumbnail. */
export function smallestPicture(sources: MediaSource[]): MediaSource | undefined {
  return sources.find((source) => source.format === 'jpg');
}
