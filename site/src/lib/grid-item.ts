/** What the grid and the dialog show of a media item. */

import { objectPosition } from '@veldlicht/contract/focus';
import { ladderKey } from '@veldlicht/contract/ladder';
import type { Card } from '@veldlicht/contract/snapshot';

/** Made from a page's card, from its element, or from a row of the library index. */
export interface GridItem {
  path: string;
  type: 'photo' | 'video';
  title: string;
  alt: string;
  place: string | null;
  category: string;
  width: number;
  height: number;
  /** Seconds; null for a photo. */
  duration: number | null;
  color: string;
  placeholder: string | null;
  /** Focus point as CSS has it; '' for the middle. */
  focus: string;
  /** What the addresses of its renditions follow from (contract, `ladderKey`). */
  hash: string;
}

/** The grid's part of a card. */
export function gridItemOfCard(card: Card): GridItem {
  const { path, type, title, alt, place, category, width, height } = card;
  const { duration, color, placeholder, sources } = card;
  return {
    ...{ path, type, title, alt, place, category, width, height, duration, color, placeholder },
    focus: objectPosition(card.focus),
    hash: ladderKey(sources[0]?.url ?? ''),
  };
}

/** Reads an item back from its card in the page (components/media-grid.tsx). */
export function gridItemOfElement(card: HTMLAnchorElement): GridItem {
  const image = card.querySelector('img');
  const path = card.pathname;
  const text = (selector: string) => card.querySelector(selector)?.textContent?.trim() || null;
  return {
    path,
    type: path.startsWith('/video/') ? 'video' : 'photo',
    title: text('.card__title') ?? '',
    alt: image?.alt ?? '',
    place: text('.card__place'),
    category: '', // not on a card
    width: Number(image?.getAttribute('width')) || 1,
    height: Number(image?.getAttribute('height')) || 1,
    duration: null,
    color: card.style.getPropertyValue('--color').trim(),
    placeholder: card.dataset.placeholder ?? null,
    focus: image?.style.objectPosition ?? '',
    hash: ladderKey(card.querySelector('source')?.srcset ?? ''),
  };
}
