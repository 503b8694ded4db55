/** What the dialog shows besides title and place, taken from the item's own page. */
import { build } from '#lib/dom.ts';

export interface ItemDetails {
  /** Description and facts, as on the page. */
  parts: Element[];
  /** The video with what it can be loaded from; null for a photo. */
  video: HTMLVideoElement | null;
}

const loaded = new Map<string, Promise<ItemDetails>>();

async function fetchDetails(path: string): Promise<ItemDetails> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  // Nothing in a parsed document runs or loads; only whole parts of it come into this page.
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const text = page.querySelector('.item__text');
  if (!text) throw new Error(`${path} is not the page of an item`);
  const enquiry = text.querySelector('.enquiry > summary')?.textContent;
  // The form itself stays where it works without the dialog.
  const link = { href: `${path}#aanvraag`, class: 'quiet-link' };
  return {
    parts: [
      ...text.querySelectorAll('.species-names, .item__description, .facts'),
      ...(enquiry ? [build('a', link, enquiry)] : []),
    ],
    video: page.querySelector('main video'),
  };
}

/** The details of an item, fetched once. A failure is not kept: the next call tries again. */
export function loadDetails(path: string): Promise<ItemDetails> {
  const known = loaded.get(path);
  if (known) return known;
  const details = fetchDetails(path);
  loaded.set(path, details);
  details.catch(() => loaded.delete(path));
  return details;
}
