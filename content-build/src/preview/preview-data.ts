/** A page as the preview shows it: every address that its data holds leads to the preview (pure). */
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
 * templates write themselves (see `preview-links`).
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
        chunks: page.chunks.map(({ search, view, items }) => ({
          search: previewAddress(search),
          view: previewAddress(view),
          items,
        })),
        archivePath: address(page.archivePath),
      };
    case 'item':
      return {
        ...page,
        item: moved(page.item),
        previous: movedOrNull(page.previous),
        next: movedOrNull(page.next),
      };
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
