/** A media item as the grid and the dialog show it. */

import { objectPosition } from '@veldlicht/contract/focus';
import { ladderKey } from '@veldlicht/contract/ladder';
import type { Card, ItemLink } from '@veldlicht/contract/snapshot';
import { cardRatio, isAcross } from './grid-layout.ts';

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
  /** Focus point as in CSS; '' for the centre. */
  focus: string;
  /** Determines the addresses of its renditions (contract, `ladderKey`). */
  hash: string;
}

/** Type by the address, which has a prefix in the preview. */
const typeOf = (path: string) => (/\/video\/[^/]+$/.test(path) ? 'video' : 'photo');

/** The grid item of a link, on pages that show little else of the item. */
export function gridItemOfLink(link: ItemLink): GridItem {
  const { path, title, alt, place, width, height, color, sources } = link;
  return {
    path,
    type: typeOf(path),
    title,
    alt,
    place,
    width,
    height,
    color,
    category: '',
    duration: null,
    placeholder: null,
    focus: objectPosition(link.focus),
    hash: ladderKey(sources[0]?.url ?? ''),
  };
}

/** The grid item of a card. */
export function gridItemOfCard(card: Card): GridItem {
  const { type, category, duration, placeholder } = card;
  return { ...gridItemOfLink(card), type, category, duration, placeholder };
}

/** Reads an item back from its card in the page (components/media-card.astro). */
export function gridItemOfElement(card: HTMLAnchorElement): GridItem {
  const image = card.querySelector('img');
  const path = card.pathname;
  const text = (selector: string) => card.querySelector(selector)?.textContent?.trim() || null;
  return {
    path,
    type: typeOf(path),
    title: text('.card__title') ?? '',
    alt: image?.alt ?? '',
    place: text('.card__place'),
    category: card.dataset.category ?? '',
    width: Number(image?.getAttribute('width')) || 1,
    height: Number(image?.getAttribute('height')) || 1,
    duration: null,
    color: card.style.getPropertyValue('--color').trim(),
    placeholder: card.dataset.placeholder ?? null,
    focus: image?.style.objectPosition ?? '',
    hash: ladderKey(card.querySelector('source')?.srcset ?? ''),
  };
}

/** Widths of a card in one of three columns, across all, of a single card, and of two (styles/grid.css). */
const WIDTHS = {
  column: '(min-width: 60em) min(31vw, 32rem), (min-width: 35em) 46vw, 94vw',
  across: '(min-width: 60em) min(95vw, 98rem), 94vw',
  1: '(min-width: 60em) 56rem, 94vw',
  2: '(min-width: 60em) min(47vw, 49rem), (min-width: 35em) 46vw, 94vw',
};

/** The `sizes` of a card, and its widest useful file. */
export function cardSizes(item: Pick<GridItem, 'width' | 'height'>, few?: 1 | 2) {
  if (isAcross(cardRatio(item))) return { width: WIDTHS.across, maxWidth: 2560 };
  return { width: WIDTHS[few ?? 'column'], maxWidth: 1600 };
}
