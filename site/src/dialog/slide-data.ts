import type { SlideData } from 'photoswipe';
import type { GridItem } from '#lib/grid-item.ts';
import { ladderSources } from '#lib/ladder.ts';
import { pictureSources } from '#lib/picture-sources.ts';

/** A slide whose item is still on its way. */
export const waitingSlide: SlideData = { type: 'waiting' };

/** What PhotoSwipe needs to know of an item (pure). */
export function slideData(item: GridItem): SlideData {
  const sources = ladderSources(item.hash, item.width, item.height);
  const { avif, jpg, src } = pictureSources(sources);
  // A photo counts as large as its largest file, so that level 1 shows its pixels as they are.
  const widest = Math.max(...sources.map(({ width }) => width));
  const width = item.type === 'video' ? item.width : widest;
  return {
    type: item.type === 'video' ? 'film' : 'image',
    ...{ width, height: Math.round((item.height * width) / item.width) },
    ...{ src, srcset: jpg, avif, alt: item.alt, thumbCropped: true, item },
  };
}
