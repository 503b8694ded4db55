/** What each page and each file that is not HTML shows, made from a content source when it is rendered. */
import { categoryLabel } from '@veldlicht/contract/category';
import { RECENT_ITEMS } from '@veldlicht/contract/limits';
import {
  type ArchivePage,
  type Card,
  type FeedFile,
  type HomePage,
  type ItemLink,
  type ItemPage,
  LIBRARY_FIRST_ITEMS,
  type LibraryPage,
  type PageData,
  type SitemapFile,
  type SitemapPartFile,
} from '@veldlicht/contract/snapshot';
import { type ContentSource, type Entry, itemOf, itemPath } from './content-source.ts';
import { toCard, toLink } from './to-public-item.ts';

/** Items per part of the sitemap, cut by age likewise. */
export const SITEMAP_PART_ITEMS = 250;

/** Items in the feed: the newest. */
const FEED_ITEMS = 30;

/** Items per archive page, cut by age likewise. */
const ARCHIVE_PAGE_ITEMS = 100;

/** Categories shown as cards on the home page (spec §2). */
export const HOME_CATEGORIES = 4;

export interface LibraryCategory {
  name: string;
  count: number;
  /** Newest featured item of the category, else its newest (product decisions §2). */
  cover: Entry | undefined;
}

export interface Library {
  /** Newest featured item, else the newest photo, else none. */
  hero: Entry | undefined;
  categories: LibraryCategory[];
}

/** One pass over the entries, newest first. */
export function describeLibrary(source: ContentSource): Library {
  const categories = new Map<string, LibraryCategory & { featured: boolean }>();
  for (const name of source.categories)
    categories.set(name, { name, count: 0, cover: undefined, featured: false });
  let newestFeatured: Entry | undefined;
  let newestPhoto: Entry | undefined;
  for (const entry of source.entries) {
    if (entry.featured) newestFeatured ??= entry;
    if (entry.type === 'photo') newestPhoto ??= entry;
    const category = categories.get(entry.category);
    if (!category) continue;
    category.count++;
    if (!category.cover || (entry.featured && !category.featured)) {
      category.cover = entry;
      category.featured = entry.featured;
    }
  }
  return { hero: newestFeatured ?? newestPhoto, categories: [...categories.values()] };
}

function cardOf(source: ContentSource, entry: Entry | undefined): Card | null {
  return entry ? toCard(itemOf(source, entry)) : null;
}

function linkOf(source: ContentSource, entry: Entry | undefined): ItemLink | null {
  return entry ? toLink(itemOf(source, entry)) : null;
}

export function homePageData(source: ContentSource, library: Library): HomePage {
  return {
    kind: 'home',
    path: '/',
    site: source.site,
    hero: cardOf(source, library.hero),
    categories: library.categories.slice(0, HOME_CATEGORIES).map(({ name, count, cover }) => ({
      name,
      label: categoryLabel(name),
      count,
      cover: cardOf(source, cover),
    })),
    hasMoreCategories: library.categories.length > HOME_CATEGORIES,
    recent: source.items(source.entries.slice(0, RECENT_ITEMS)),
  };
}

export function libraryPageData(
  source: ContentSource,
  library: Library,
  chunks: LibraryPage['chunks'],
): LibraryPage {
  const [newest] = source.entries;
  return {
    kind: 'library',
    path: '/mediabibliotheek',
    site: source.site,
    categories: library.categories.map(({ name, count }) => ({
      name,
      label: categoryLabel(name),
      count,
    })),
    tags: source.tags,
    total: source.entries.length,
    first: source.items(source.entries.slice(0, LIBRARY_FIRST_ITEMS)).map(toCard),
    ratios: source.entries.map(({ ratio }) => ratio),
    chunks,
    archivePath: newest ? archivePath(archiveNumber(newest.seq)) : null,
  };
}

/** `index` is the item's place in `source.entries`. */
export function itemPageData(source: ContentSource, index: number): ItemPage {
  const entry = source.entries[index];
  if (!entry) throw new Error(`no item at place ${index}`);
  return {
    kind: 'item',
    path: itemPath(entry),
    site: source.site,
    item: itemOf(source, entry),
    previous: linkOf(source, source.entries[index - 1]),
    next: linkOf(source, source.entries[index + 1]),
  };
}

/** Archive page of an item: cut by age, so that a later item never moves an earlier one. */
export function archiveNumber(seq: number): number {
  return Math.floor((seq - 1) / ARCHIVE_PAGE_ITEMS) + 1;
}

export function archivePath(number: number): string {
  return `/mediabibliotheek/archief/${number}`;
}

/** `newer` and `older` are the numbers of the archive pages beside this one. */
export function archivePageData(
  source: ContentSource,
  number: number,
  entries: Entry[],
  newer: number | undefined,
  older: number | undefined,
): ArchivePage {
  return {
    kind: 'archive',
    path: archivePath(number),
    site: source.site,
    number,
    previousPath: newer === undefined ? null : archivePath(newer),
    nextPath: older === undefined ? null : archivePath(older),
    items: source.items(entries).map(toLink),
  };
}

/** Part of an item: cut by age, so that an addition touches one. Part 0 has the other pages. */
export function sitemapNumber(seq: number): number {
  return Math.floor((seq - 1) / SITEMAP_PART_ITEMS) + 1;
}

export function sitemapPath(number: number): string {
  return `/sitemap-${number}.xml`;
}

export function sitemapData(source: ContentSource, parts: string[]): SitemapFile {
  return { kind: 'sitemap', path: '/sitemap.xml', site: source.site, parts };
}

/** Either pages (part 0) or the items of one age. */
export function sitemapPartData(
  source: ContentSource,
  number: number,
  pages: string[],
  entries: Entry[],
): SitemapPartFile {
  const items = source.items(entries).map((item) => {
    const { path, sources, type } = item;
    return { path, sources, film: type === 'video' ? item : null };
  });
  return { kind: 'sitemap-part', path: sitemapPath(number), site: source.site, pages, items };
}

/** The newest items, as many as the feed shows. */
export function feedEntries(source: ContentSource): Entry[] {
  return source.entries.slice(0, FEED_ITEMS);
}

export function feedData(source: ContentSource): FeedFile {
  const items = source.items(feedEntries(source));
  return { kind: 'feed', path: '/rss.xml', site: source.site, items };
}

/** Pages and files that show nothing but the settings. */
export function plainPageData(
  source: ContentSource,
  kind: 'licence' | 'robots' | 'app-manifest' | 'not-found' | 'message-sent',
  path: string,
): PageData {
  return { kind, path, site: source.site };
}
