/**
 * What is left of the pictures inspected last, so that their ladder needs no second decoding and
 * shrinking: that is a fifth of the work. It lives in the image process only, little and not for long.
 */
import type { Pixels } from './pixels.ts';

/** Of all together. A landscape 2560 wide and its smaller sizes have 20 MB, a portrait 45 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
const LIFE_MS = 30_000;

export interface Recent {
  /** Of one picture, largest first. */
  sizes: Pixels[];
  /** Files of the ladder that are being encoded already, by name. */
  begun: Map<string, Promise<Buffer>>;
}

export interface RecentPixels {
  keep: (hash: string, picture: Recent) => void;
  /** Hands a picture out once; nothing of one that is not known. */
  take: (hash: string) => Recent;
}

/** `forgetLater` runs its work after so many milliseconds, and keeps no process alive for it. */
export function createRecentPixels(
  forgetLater: (work: () => void, ms: number) => void = (work, ms) => setTimeout(work, ms).unref(),
): RecentPixels {
  const kept = new Map<string, Recent>();
  const countBytes = () =>
    [...kept.values()]
      .flatMap(({ sizes }) => sizes)
      .reduce((sum, { data }) => sum + data.length, 0);
  return {
    keep: (hash, picture) => {
      kept.delete(hash);
      kept.set(hash, picture);
      for (const oldest of kept.keys()) if (countBytes() > MAX_BYTES) kept.delete(oldest);
      forgetLater(() => {
        if (kept.get(hash) === picture) kept.delete(hash);
      }, LIFE_MS);
    },
    take: (hash) => {
      const found = kept.get(hash) ?? { sizes: [], begun: new Map() };
      kept.delete(hash);
      return found;
    },
  };
}
