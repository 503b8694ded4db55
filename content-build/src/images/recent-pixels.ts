/**
 * Pixels of the pictures inspected last, so that their ladder needs no second decoding and shrinking:
 * that is a fifth of the work. They live in the image process only, few and not for long.
 */
import type { Pixels } from './pixels.ts';

/** Of all together. A landscape 2560 wide and its smaller sizes have 20 MB, a portrait 45 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
const LIFE_MS = 30_000;

export interface RecentPixels {
  /** `sizes` of one picture, largest first. */
  keep: (hash: string, sizes: Pixels[]) => void;
  /** Hands the sizes out once. */
  take: (hash: string) => Pixels[];
}

/** `forgetLater` runs its work after so many milliseconds, and keeps no process alive for it. */
export function createRecentPixels(
  forgetLater: (work: () => void, ms: number) => void = (work, ms) => setTimeout(work, ms).unref(),
): RecentPixels {
  const kept = new Map<string, Pixels[]>();
  const countBytes = () =>
    [...kept.values()].flat().reduce((sum, { data }) => sum + data.length, 0);
  return {
    keep: (hash, sizes) => {
      kept.delete(hash);
      kept.set(hash, sizes);
      for (const oldest of kept.keys()) if (countBytes() > MAX_BYTES) kept.delete(oldest);
      forgetLater(() => {
        if (kept.get(hash) === sizes) kept.delete(hash);
      }, LIFE_MS);
    },
    take: (hash) => {
      const found = kept.get(hash) ?? [];
      kept.delete(hash);
      return found;
    },
  };
}
