/** The stills of a picture that is known by its key and size only. */
import {
  avifLadder,
  jpegLadder,
  renditionName,
  renditionUrl,
  stepsFor,
} from '@veldlicht/contract/ladder';
import type { MediaSource } from '@veldlicht/contract/media';

/** Smallest first by format; `key` is a `ladderKey`. */
export function ladderSources(key: string, width: number, height: number): MediaSource[] {
  const [hash = '', version] = key.split('-');
  const files = (format: 'avif' | 'jpg', ladder: readonly { slot: number }[]): MediaSource[] =>
    stepsFor(ladder, width).map(({ slot }) => {
      const own = Math.min(slot, width);
      const url = renditionUrl(hash, renditionName(slot, format, Number(version ?? 1)));
      return { url, format, width: own, height: Math.round((height * own) / width) };
    });
  return [...files('avif', avifLadder), ...files('jpg', jpegLadder)];
}
