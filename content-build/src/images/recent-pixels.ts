/**
 * Pixels of the pictures inspected last, so that their ladder needs no second decoding: that is a
 * fifth of the work. They live in the image process only, few and not for long.
 */
import type { Pixels } from './pixels.ts';

const MAX_PICTURES = 4;
/** A picture 2560 wide has 13 MB; very tall ones are not worth their place. */
const MAX_BYTES = 24 * 1024 * 1024;
const LIFE_MS = 30_000;

export interface RecentPixels {
  keep: (hash: string, pixels: Pixels) => void;
  /** Hands the pixels out once. */
  take: (hash: string) => Pixels | null;
}

/** `forgetLater` runs its work after so many milliseconds, and keeps no process alive for it. */
export function createRecentPixels(
  forgetLater: (work: () => void, ms: number) => void = (work, ms) => setTimeout(work, ms).unref(),
): RecentPixels {
  const kept = new Map<string, Pixels>();
  return {
    keep: (hash, pixels) => {
      if (pixels.data.length > MAX_BYTES) return;
      kept.delete(hash);
      kept.set(hash, pixels);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size > MAX_PICTURES) kept.delete(oldest);
      forgetLater(() => {
        if (kept.get(hash) === pixels) kept.delete(hash);
      }, LIFE_MS);
    },
    take: (hash) => {
      const found = kept.get(hash) ?? null;
      kept.delete(hash);
      return found;
    },
  };
}
