/** What each page shows, made from a content source when the page is rendered. */
import { categoryLabel } from '@veldlicht/contract/category';
import { HOME_CATEGORIES, RECENT_ITEMS } from '@veldlicht/contract/limits';
import {
  ARCHIVE_PAGE_ITEMS,
  type ArchivePage,
  type Card,
  type HomePage,
  type ItemLink,
  type ItemPage,
  LIBRARY_FIRST_ITEMS,
  type LibraryPage,
  type MessageSentPage,
  type NotFoundPage,
} from '@veldlicht/contract/snapshot';
import type { ContentSource, Entry } from './content-source.ts';
import { itemOf, itemPath } from './content-source.ts';
import type { Library } from './library.ts';
import { toCard, toLink } from './to-public-item.ts';

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

export function notFoundPageData(source: ContentSource): NotFoundPage {
  return { kind: 'not-found', path: '/404', site: source.site };
}

export function messageSentPageData(source: ContentSource): MessageSentPage {
  return { kind: 'message-sent', path: '/bericht-verzonden', site: source.site };
}
