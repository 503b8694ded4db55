/**
 * The slots of the rendition ladder as the browser needs them. They repeat contract/renditions,
 * whose module brings the schema library along; a test keeps the two equal.
 */
import type { MediaSource } from '@veldlicht/contract/media';

export const AVIF_SLOTS = [480, 960, 1600, 2560] as const;
export const JPEG_SLOTS = [960, 1600] as const;

/** Every slot up to the width, and the first above it (see `stepsFor` of the contract). */
export function slotsFor(slots: readonly number[], width: number): number[] {
  const fits = slots.filter((slot) => slot <= width);
  const next = slots[fits.length];
  return next && width > (fits.at(-1) ?? 0) ? [...fits, next] : fits;
}

/** The stills of a picture that is known by its folder and size only, smallest first by format. */
export function ladderSources(hash: string, width: number, height: number): MediaSource[] {
  const files = (format: 'avif' | 'jpg', slots: readonly number[]): MediaSource[] =>
    slotsFor(slots, width).map((slot) => {
      const own = Math.min(slot, width);
      const url = `/media/${hash}/${slot}.${format}`;
      return { url, format, width: own, height: Math.round((height * own) / width) };
    });
  return [...files('avif', AVIF_SLOTS), ...files('jpg', JPEG_SLOTS)];
}
