/** What a page shows in the preview: every address of the site leads to the same one of the preview (pure). */
import { previewAddress } from '@veldlicht/contract/preview';
import type { Card, PageData } from '@veldlicht/contract/snapshot';

const moved = <T extends Pick<Card, 'path'>>(card: T): T => ({
  ...card,
  path: previewAddress(card.path),
});
const movedOrNull = <T extends Pick<Card, 'path'>>(card: T | null) => card && moved(card);
const address = (path: string | null) => path && previewAddress(path);

/**
 * `page.path` stays the public one, which the templates go by. What is left are addresses that the
 * templates write themselves (see `keepLinksInPreview`).
 */
export function toPreviewPage(page: PageData): PageData {
  switch (page.kind) {
    case 'home':
      return {
        ...page,
        hero: movedOrNull(page.hero),
        categories: page.categories.map((one) => ({ ...one, cover: movedOrNull(one.cover) })),
        recent: page.recent.map(moved),
      };
    case 'library':
      return {
        ...page,
        first: page.first.map(moved),
        index: previewAddress(page.index),
        archivePath: address(page.archivePath),
        storiesPath: null,
      };
    case 'item':
      return {
        ...page,
        item: moved(page.item),
        previous: movedOrNull(page.previous),
        next: movedOrNull(page.next),
      };
    case 'about':
      return { ...page, portrait: movedOrNull(page.portrait) };
    case 'archive':
      return {
        ...page,
        previousPath: address(page.previousPath),
        nextPath: address(page.nextPath),
        items: page.items.map(moved),
      };
    default:
      return page;
  }
}

/**
 * An attribute with an address on this site. Text and attribute values hold no bare quotation mark,
 * and a string in a script can't follow white space and `href=` with one unescaped.
 */
const LINK = /(\shref=")(\/(?!\/)[^"]*)(?=")/g;

/** Files and what is no page: hashed files, pictures, the API, the admin itself. */
const NO_PAGE = /^\/(?:_astro|media|api|admin|bibliotheek)(?:[/?#]|$)/;

function isPage(address: string): boolean {
  const [path = ''] = address.split(/[?#]/);
  return !NO_PAGE.test(address) && !path.includes('.');
}

/** Leads every link to a page of this site to the same page of the preview. */
export function keepLinksInPreview(html: string): string {
  return html.replace(LINK, (whole, start: string, address: string) =>
    isPage(address) ? start + previewAddress(address) : whole,
  );
}
