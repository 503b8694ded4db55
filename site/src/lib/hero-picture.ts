/** Which file the hero asks for. */
import type { Card } from '@veldlicht/contract/snapshot';
import { pictureSources } from './picture-sources.ts';
import { smallFirst } from './small-first.ts';

/** A phone shows a cropped part of the picture: beyond this width nobody sees a difference. */
export const PHONE_HERO_WIDTH = 1600;

/** The picture covers the screen: as wide as it, or as wide as its height makes it. */
export function heroSizes({ width, height }: Pick<Card, 'width' | 'height'>): string {
  return `max(100vw, ${Math.round((100 * width) / height)}vh)`;
}

/** Preloads of the hero for phones and for larger screens, equal to their first `<source>` elements. */
export function heroPreloads(hero: Pick<Card, 'width' | 'height' | 'sources'>) {
  const sizes = heroSizes(hero);
  const wide = { media: '(min-width: 768px)', srcset: pictureSources(hero.sources).avif };
  return [smallFirst(hero.sources), wide].map((preload) => ({ ...preload, sizes }));
}
