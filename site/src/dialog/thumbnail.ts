import { thumbHashToDataURL } from 'thumbhash';
import type { GridItem } from '#lib/grid-item.ts';

/** The picture of an item's card, if the page shows one now. */
export function cardPicture(path: string): HTMLImageElement | null {
  return document.querySelector<HTMLImageElement>(`a.card[href="${CSS.escape(path)}"] img`);
}

/** The card's picture while it is on the screen: where the large one grows from and shrinks to. */
export function visibleCardPicture(path: string): HTMLImageElement | null {
  const picture = cardPicture(path);
  const { top = 0, bottom = 0 } = picture?.getBoundingClientRect() ?? {};
  return bottom > 0 && top < innerHeight ? picture : null;
}

/** What can be shown at once: the picture that the grid has loaded, else its ThumbHash. */
export function placeholderOf({ path, placeholder }: GridItem): string | false {
  const picture = cardPicture(path);
  if (picture?.complete && picture.naturalWidth > 0) return picture.currentSrc;
  if (!placeholder) return false;
  const hash = Uint8Array.from(atob(placeholder), (char) => char.charCodeAt(0));
  return hash.length < 5 ? false : thumbHashToDataURL(hash);
}
