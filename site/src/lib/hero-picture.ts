/** Which file the hero asks for. */
import type { Card } from '@veldlicht/contract/snapshot';
import { pictureSources } from './picture-sources.ts';

/** A phone shows a cropped part of the picture: beyond this width nobody sees a difference. */
export const PHONE_HERO_WIDTH = 1600;

/**
 * A phone with script paints this small one first; scripts/hero.ts then lets it have its own. On a slow
 * line that is the difference between a colour and a picture.
 */
export const PHONE_FIRST_WIDTH = 480;
export const PHONE_FIRST_MEDIA = '(max-width: 767px) and (scripting: enabled)';

/** The picture covers the screen: as wide as it, or as wide as its height makes it. */
export function heroSizes({ width, height }: Pick<Card, 'width' | 'height'>): string {
  return `max(100vw, ${Math.round((100 * width) / height)}vh)`;
}

/** Preloads of the hero for phones and for larger screens, equal to their first `<source>` elements. */
export function heroPreloads(hero: Pick<Card, 'width' | 'height' | 'sources'>) {
  const sizes = heroSizes(hero);
  return [
    { media: PHONE_FIRST_MEDIA, maxWidth: PHONE_FIRST_WIDTH },
    { media: '(min-width: 768px)', maxWidth: Infinity },
  ].map(({ media, maxWidth }) => ({
    media,
    sizes,
    srcset: pictureSources(hero.sources, maxWidth).avif,
  }));
}
