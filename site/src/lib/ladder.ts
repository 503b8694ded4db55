/** The stills of a picture that is known by its folder and size only. */
import { avifLadder, jpegLadder, renditionUrl, stepsFor } from '@veldlicht/contract/ladder';
import type { MediaSource } from '@veldlicht/contract/media';

/** Smallest first by format. */
export function ladderSources(hash: string, width: number, height: number): MediaSource[] {
  const files = (format: 'avif' | 'jpg', ladder: readonly { slot: number }[]): MediaSource[] =>
    stepsFor(ladder, width).map(({ slot }) => {
      const own = Math.min(slot, width);
      const url = renditionUrl(hash, `${slot}.${format}`);
      return { url, format, width: own, height: Math.round((height * own) / width) };
    });
  return [...files('avif', avifLadder), ...files('jpg', jpegLadder)];
}
