/** The ladder of published sizes, and where each file stands (architecture §4). Free of schemas: browsers load it. */

/** AVIF widths in pixels, smallest first, with the quality that equals sharp's default by eye. */
export const avifLadder = [
  { slot: 480, quality: 55 },
  { slot: 960, quality: 54 },
  { slot: 1600, quality: 54 },
  { slot: 2560, quality: 52 },
] as const;

/** JPEG fallbacks (with mozjpeg's table): 960 for every browser, 1600 for sharing. */
export const jpegLadder = [
  { slot: 960, quality: 82 },
  { slot: 1600, quality: 82 },
] as const;

/** Width of the first rendition made: what `imageUrl` points to. */
export const FIRST_SLOT = 960;

/** Largest picture that is decoded: 150 megapixels, no side over 30,000 pixels. */
export const MAX_PIXELS = 150_000_000;
export const MAX_SIDE = 30_000;

/** Public address of a rendition: /media/<hash>/<name>. */
export function renditionUrl(hash: string, name: string): string {
  return `/media/${hash}/${name}`;
}

/**
 * Name of a rendition. Browsers keep one for a year: AVIFs that had to be made again say their version, from 2 on
 * (decision 044).
 */
export function renditionName(slot: number, format: 'avif' | 'jpg', version = 1): string {
  return format === 'avif' && version > 1 ? `${slot}-${version}.avif` : `${slot}.${format}`;
}

/** Version of an AVIF by its name. */
export function avifVersion(name: string): number {
  return Number(/-(\d+)\.avif$/.exec(name)?.[1] ?? 1);
}

/** All that the addresses of a picture depend on besides its width, from that of an AVIF: `<hash>` or `<hash>-2`. */
export function ladderKey(avifUrl: string): string {
  const [, hash = '', version = ''] = /\/media\/(\w+)\/\d+(-\d+)?\.avif/.exec(avifUrl) ?? [];
  return hash + version;
}

/** `imageUrl` of an item: the 960 JPEG of a photo, the MP4 of a video (product decisions §7). */
export function objectPath(hash: string, type: 'photo' | 'video'): string {
  return renditionUrl(hash, type === 'photo' ? `${FIRST_SLOT}.jpg` : 'video.mp4');
}

/** The content hash in an `imageUrl`, or null when it is none of ours. */
export function hashOfObjectPath(path: string): string | null {
  return /^\/media\/([0-9a-f]{32})\/(?:960\.jpg|video\.mp4)$/.exec(path)?.[1] ?? null;
}

/**
 * The ladder steps a picture of this width needs: every step up to its width, and the first step
 * above it capped at its own width. Nothing is enlarged; the smallest step always exists.
 */
export function stepsFor<T extends { slot: number }>(ladder: readonly T[], width: number): T[] {
  const fits = ladder.filter((step) => step.slot <= width);
  const next = ladder[fits.length];
  const largest = fits.at(-1)?.slot ?? 0;
  return next && width > largest ? [...fits, next] : fits;
}
