import { ladderKey } from '@veldlicht/contract/ladder';
import type { GridItem } from './grid-item.ts';

/** Reads an item back from its card in the page (components/media-card.tsx). */
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
    hash: ladderKey(card.querySelector('source')?.srcset ?? ''),
  };
}
