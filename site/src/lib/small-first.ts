/**
 * What a phone with script paints first of a picture in its first screen: the smallest file.
 * scripts/small-first.ts then lets it have its own. On a slow line that is the difference between a
 * colour and a picture. Without script, or where `(scripting)` is unknown, there is only the large one.
 */
import type { MediaSource } from '@veldlicht/contract/media';
import { pictureSources } from './picture-sources.ts';

const WIDTH = 480;
const MEDIA = '(max-width: 767px) and (scripting: enabled)';

/** Of the `<source>` that comes before all others, and of a preload like it. */
export function smallFirst(sources: MediaSource[]): { media: string; srcset: string } {
  return { media: MEDIA, srcset: pictureSources(sources, WIDTH).avif };
}
