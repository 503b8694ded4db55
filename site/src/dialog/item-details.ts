/** The details of an item in the dialog, taken from the item's own page. */
import { ladderKey } from '@veldlicht/contract/ladder';
import { build } from '#lib/dom.ts';
import type { GridItem } from '#lib/grid-item.ts';

export interface ItemDetails {
  item: GridItem;
  /** Description and facts, as on the page. */
  parts: Element[];
  /** The video with its sources; null for a photo. */
  video: HTMLVideoElement | null;
  /** Paths of the neighbouring items; null at an end. */
  previous: string | null;
  next: string | null;
}

const loaded = new Map<string, Promise<ItemDetails>>();

function itemOf(path: string, page: Document): GridItem {
  const text = (selector: string) => page.querySelector(selector)?.textContent?.trim() ?? '';
  const shown = page.querySelector('.item__media img, .item__media video');
  const video = shown instanceof HTMLVideoElement ? shown : null;
  const source = page.querySelector<HTMLSourceElement>('.item__media source[srcset]');
  const title = text('h1');
  const size = (name: string) => Number(shown?.getAttribute(name)) || 1;
  return {
    path,
    title,
    type: video ? 'video' : 'photo',
    place: text('.item__text .place') || null,
    alt: shown?.getAttribute('alt') ?? title,
    width: size('width'),
    height: size('height'),
    duration: Number(video?.dataset.duration) || null,
    color:
      page.querySelector<HTMLElement>('.item__figure')?.style.getPropertyValue('--color') ?? '',
    hash: ladderKey(source?.srcset ?? video?.poster.replace(/jpg$/, 'avif') ?? ''),
    // Not on the page.
    category: '',
    placeholder: null,
    focus: '',
  };
}

function detailsOf(path: string, page: Document): ItemDetails {
  const text = page.querySelector('.item__text');
  if (!text) throw new Error(`${path} is not the page of an item`);
  const enquiry = text.querySelector('.enquiry > summary')?.textContent;
  // Links to the form, which stays on the page, where it works without the dialog.
  const link = { href: `${path}#aanvraag`, class: 'quiet-link' };
  const beside = (rel: string) =>
    page.querySelector(`.neighbours a[rel="${rel}"]`)?.getAttribute('href') ?? null;
  return {
    item: itemOf(path, page),
    parts: [
      ...text.querySelectorAll('.species-names, .item__date, .item__description, .facts'),
      ...(enquiry ? [build('a', link, enquiry)] : []),
    ],
    video: page.querySelector('main video'),
    previous: beside('prev'),
    next: beside('next'),
  };
}

async function fetchDetails(path: string): Promise<ItemDetails> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  // Nothing in a parsed document runs or loads; only some of its elements enter this page.
  return detailsOf(path, new DOMParser().parseFromString(await answer.text(), 'text/html'));
}

/** The details of an item, fetched once. After a failure the next call tries again. */
export function loadDetails(path: string): Promise<ItemDetails> {
  const known = loaded.get(path);
  if (known) return known;
  const details = fetchDetails(path);
  loaded.set(path, details);
  details.catch(() => loaded.delete(path));
  return details;
}

/** Stores the details of an item whose page is already open. */
export function keepDetails(path: string, page: Document): void {
  if (!loaded.has(path)) loaded.set(path, Promise.resolve(detailsOf(path, page)));
}
