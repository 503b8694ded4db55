/** Makes cards from a copy of one in the HTML (components/media-card.astro). */
import { nl } from '#copy/nl.ts';
import { build } from '#lib/dom.ts';
import { cardSizes, type GridItem } from '#lib/grid-item.ts';
import { ladderSources, pictureSources } from '#lib/pictures.ts';
import { clockTime } from '#lib/texts.ts';

function videoMark(seconds: number): HTMLElement {
  const words = build('span', { class: 'visually-hidden' }, `${nl.video} `);
  return build('span', { class: 'video-mark' }, '▶', words, clockTime(seconds));
}

/**
 * Copies a card of the HTML, without what only some cards have, and without its picture: a copy of an image with
 * addresses chooses and requests its file, which takes twice as long as the rest of the card.
 */
export function cardModel(card: Element): HTMLAnchorElement {
  const model = card.cloneNode(true);
  if (!(model instanceof HTMLAnchorElement)) throw new TypeError('a card is a link');
  for (const part of model.querySelectorAll('[data-first], .video-mark, .card__place'))
    part.remove();
  for (const part of model.querySelectorAll('source, img'))
    for (const name of ['src', 'srcset', 'sizes', 'fetchpriority', 'data-waiting'])
      part.removeAttribute(name);
  for (const image of model.querySelectorAll('img')) {
    image.loading = 'lazy';
    image.decoding = 'async';
  }
  return model;
}

/** Makes an item's card from a copy of `model`, which may be one of the larger cards of a short list. */
export function makeCard(model: HTMLAnchorElement, item: GridItem): HTMLAnchorElement {
  const card = document.importNode(model, true);
  const part = <T extends Element = HTMLElement>(selector: string) =>
    card.querySelector<T>(selector);
  const { width, maxWidth } = cardSizes(item);
  const sources = pictureSources(ladderSources(item.hash, item.width, item.height), maxWidth);
  card.href = item.path;
  card.dataset.category = item.category;
  card.dataset.placeholder = item.placeholder ?? '';
  card.style.cssText = `--color:${item.color}`;
  const source = part<HTMLSourceElement>('source');
  if (source) [source.srcset, source.sizes] = [sources.avif, width];
  const image = part<HTMLImageElement>('img');
  if (image) {
    image.sizes = width;
    image.srcset = sources.jpg;
    image.src = sources.src;
    image.alt = item.alt;
    image.setAttribute('width', String(item.width));
    image.setAttribute('height', String(item.height));
    image.style.objectPosition = item.focus;
  }
  if (item.duration !== null) part('.card__picture')?.append(videoMark(item.duration));
  const title = part('.card__title');
  if (title) title.textContent = item.title;
  if (item.alt === item.title) title?.setAttribute('aria-hidden', 'true');
  else title?.removeAttribute('aria-hidden');
  if (item.place) title?.after(build('em', { class: 'card__place' }, item.place));
  return card;
}

/** Makes a placeholder for a card whose index file has not loaded. */
export function makeComing(title: string): HTMLElement {
  const name = build('span', { class: 'card__title' }, title);
  return build(
    'span',
    { class: 'card card--coming' },
    build('span', { class: 'card__picture' }),
    build('span', { class: 'card__caption' }, name),
  );
}
