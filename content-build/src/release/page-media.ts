/** Which files a page needs. */
import type { ItemLink, PageData } from '@veldlicht/contract/snapshot';

function picturesOf(page: PageData): ItemLink[] {
  switch (page.kind) {
    case 'home':
      return [page.hero, ...page.categories.map(({ cover }) => cover), ...page.recent].filter(
        (card) => card !== null,
      );
    case 'library':
      return page.first;
    case 'item':
      return [page.item, page.previous, page.next].filter((card) => card !== null);
    case 'archive':
      return page.items;
    case 'feed':
      return page.items;
    case 'sitemap-part': // its pictures are those of the item pages, which are looked after there
    case 'sitemap':
    case 'robots':
    case 'app-manifest':
    case 'licence':
    case 'not-found':
    case 'message-sent':
      return [];
  }
}

/** A file of a picture or film, and the title of the item. */
export interface PageFile {
  url: string;
  title: string;
}

/** Addresses (/media/<hash>/<name>) that must exist for the page to be whole. */
export function pageMedia(page: PageData): PageFile[] {
  const files = picturesOf(page).flatMap(({ sources, title }) =>
    sources.map(({ url }) => ({ url, title })),
  );
  if (page.kind === 'item' && page.item.video)
    files.push({ url: page.item.video.url, title: page.item.title });
  return files;
}

/** Names below _astro that the page asks for by itself: styles, scripts, fonts, islands. */
export function pageAssets(text: Buffer): string[] {
  const names = text.toString('utf8').matchAll(/["'(]\/_astro\/([\w./-]+)["')]/g);
  return [...names].map(([, name]) => name ?? '');
}
