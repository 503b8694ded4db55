/** What the dialog tells beyond title and place: taken from the item's own page. */

export interface ItemDetails {
  /** Description and facts, as they stand on the page. */
  parts: Element[];
  /** Address of the film; null for a photo. */
  film: string | null;
}

/** Parts of the page that the dialog shows, in their order. */
const SHOWN = '.item__text .item__description, .item__text .facts';

/** Finds them in the page of an item. Throws when it is not such a page. */
export function detailsOfPage(page: Document): ItemDetails {
  if (!page.querySelector('.item__text')) throw new Error('not the page of an item');
  const film = page.querySelector('main video[src]')?.getAttribute('src') ?? null;
  return { parts: [...page.querySelectorAll(SHOWN)], film };
}

const loaded = new Map<string, Promise<ItemDetails>>();

async function fetchDetails(path: string): Promise<ItemDetails> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  // Nothing in a parsed document runs or loads; only whole parts of it come into this page.
  return detailsOfPage(new DOMParser().parseFromString(await answer.text(), 'text/html'));
}

/** The details of an item, fetched once. A failure is forgotten, so that another look tries again. */
export function loadDetails(path: string): Promise<ItemDetails> {
  const known = loaded.get(path);
  if (known) return known;
  const details = fetchDetails(path);
  loaded.set(path, details);
  details.catch(() => loaded.delete(path));
  return details;
}
