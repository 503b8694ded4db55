/** Points every link on a page to the preview (pure). */
import { previewAddress } from '@veldlicht/contract/preview';
import type { Card, PageData } from '@veldlicht/contract/snapshot';

const moved = <T extends Pick<Card, 'path'>>(card: T): T => ({
  ...card,
  path: previewAddress(card.path),
});
const movedOrNull = <T extends Pick<Card, 'path'>>(card: T | null) => card && moved(card);
const address = (path: string | null) => path && previewAddress(path);

/**
 * Moves the addresses in page data. `page.path` stays, since templates depend on it; `keepLinksInPreview` moves the
 * addresses that templates write.
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
 * An attribute with an address of this site. Text and attribute values hold no bare quotation mark, and in a script no
 * unescaped one follows white space and `href=`.
 */
const LINK = /(\shref=")(\/(?!\/)[^"]*)(?=")/g;

/** Addresses that are not pages: hashed files, renditions, the API, the panel. */
const NO_PAGE = /^\/(?:_astro|media|api|admin|bibliotheek)(?:[/?#]|$)/;

function isPage(address: string): boolean {
  const [path = ''] = address.split(/[?#]/);
  return !NO_PAGE.test(address) && !path.includes('.');
}

/** Moves links to pages of the site in HTML. */
export function keepLinksInPreview(html: string): string {
  return html.replace(LINK, (whole, start: string, address: string) =>
    isPage(address) ? start + previewAddress(address) : whole,
  );
}
