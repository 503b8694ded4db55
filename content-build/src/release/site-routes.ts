/** Every address of the site with the key of what it shows (pure). */
import { createHash } from 'node:crypto';
import { RECENT_ITEMS } from '@veldlicht/contract/limits';
import type { PageData } from '@veldlicht/contract/snapshot';
import { LIBRARY_FIRST_ITEMS } from '@veldlicht/contract/snapshot';
import { type ContentSource, type Entry, itemPath } from '../snapshot/content-source.ts';
import { chunkNumber } from '../snapshot/index-chunk.ts';
import {
  archiveNumber,
  archivePageData,
  archivePath,
  describeLibrary,
  feedData,
  feedEntries,
  HOME_CATEGORIES,
  homePageData,
  itemPageData,
  type Library,
  libraryPageData,
  plainPageData,
  sitemapData,
  sitemapNumber,
  sitemapPartData,
  sitemapPath,
} from '../snapshot/page-data.ts';
import type { ChunkRecord } from './release-folder.ts';

/** An address, what it depends on, and how to get what it shows. */
export interface Route {
  path: string;
  key: string;
  /** Rendition folder of the item whose own page this is. */
  media: string | null;
  /** Null for a file that the site brings along as it is, or that has nothing but this text. */
  page: (() => PageData) | null;
  text?: string;
}

/** A chunk of the library index that should exist. */
export interface ChunkPlan {
  number: number;
  key: string;
  /** Of what its view file shows, which fewer changes touch. */
  viewKey: string;
  entries: Entry[];
}

/** The revision of a part of an item. */
type RevisionOf = (entry: Entry) => number;
const ofItem: RevisionOf = ({ revision }) => revision;
const ofLink: RevisionOf = ({ linkRevision }) => linkRevision;
/** The sitemap tells everything of a film, and of a photo where it is. */
const ofSitemap: RevisionOf = (entry) => (entry.type === 'video' ? ofItem : ofLink)(entry);

const stampBy = (revisionOf: RevisionOf) => (entry: Entry | undefined) =>
  entry ? `${entry.seq}.${revisionOf(entry)}${entry.mark ?? ''}` : '-';
const stamp = stampBy(ofItem);
const linkStamp = stampBy(ofLink);

/** Entries of the same number, kept in order. */
function groupBy(entries: Entry[], numberOf: (seq: number) => number): Map<number, Entry[]> {
  return Map.groupBy(entries, ({ seq }) => numberOf(seq));
}

/**
 * Tells any two groups apart. Count and highest revision would not do: items join and leave by the
 * clock, without a change of their own.
 */
export function groupKey(entries: Entry[], revisionOf = ofItem): string {
  const facts = new Float64Array(entries.length * 2);
  let marks = '';
  let place = 0;
  for (const entry of entries) {
    facts[place++] = entry.seq;
    facts[place++] = revisionOf(entry);
    if (entry.mark) marks += `${entry.seq}${entry.mark} `;
  }
  const bytes = Buffer.from(facts.buffer);
  const digest = createHash('sha256').update(bytes).update(marks).digest('hex');
  return `${entries.length}.${digest.slice(0, 20)}`;
}

/** The library index as it should be, newest chunk first. */
export function planChunks(source: ContentSource): ChunkPlan[] {
  return [...groupBy(source.entries, chunkNumber)].map(([number, entries]) => ({
    number,
    key: groupKey(entries),
    viewKey: groupKey(entries, ofLink),
    entries,
  }));
}

function homeKey(source: ContentSource, library: Library): string {
  const categories = library.categories
    .slice(0, HOME_CATEGORIES)
    .map(({ name, count, cover }) => `${name}:${count}:${stamp(cover)}`);
  const recent = source.entries.slice(0, RECENT_ITEMS).map(stamp);
  return JSON.stringify([stamp(library.hero), library.categories.length, categories, recent]);
}

function libraryKey(source: ContentSource, library: Library): string {
  const categories = library.categories.map(({ name, count }) => `${name}:${count}`);
  const first = source.entries.slice(0, LIBRARY_FIRST_ITEMS).map(stamp);
  return JSON.stringify([groupKey(source.entries), categories, source.tags, first]);
}

/** A page of the site itself; a change of the settings, which are in no key, renders all. */
function route(path: string, key: string, page: () => PageData): Route {
  return { path, key, media: null, page };
}

function archiveRoutes(source: ContentSource): Route[] {
  const pages = [...groupBy(source.entries, archiveNumber)];
  return pages.map(([number, entries], i) => {
    const newer = pages[i - 1]?.[0];
    const older = pages[i + 1]?.[0];
    const key = `${groupKey(entries, ofLink)}|${newer ?? ''}|${older ?? ''}`;
    const page = () => archivePageData(source, number, entries, newer, older);
    return route(archivePath(number), key, page);
  });
}

/** The sitemap in parts fixed by age; part 0 has the pages that are not an item's own. */
function sitemapRoutes(source: ContentSource, pages: string[]): Route[] {
  const parts = [...groupBy(source.entries, sitemapNumber)].reverse();
  const paths = [sitemapPath(0), ...parts.map(([number]) => sitemapPath(number))];
  return [
    route('/sitemap.xml', JSON.stringify(paths), () => sitemapData(source, paths)),
    route(sitemapPath(0), JSON.stringify(pages), () => sitemapPartData(source, 0, pages, [])),
    ...parts.map(([number, entries]) =>
      route(sitemapPath(number), groupKey(entries, ofSitemap), () =>
        sitemapPartData(source, number, [], entries),
      ),
    ),
  ];
}

function itemRoutes(source: ContentSource, isWanted: IsWanted, places: Iterable<number>): Route[] {
  const { entries } = source;
  const routes: Route[] = [];
  for (const i of places) {
    const entry = entries[i];
    if (!entry) continue;
    const path = itemPath(entry);
    const key = `${linkStamp(entries[i - 1])}|${stamp(entry)}|${linkStamp(entries[i + 1])}`;
    if (isWanted(path, key))
      routes.push({ path, key, media: entry.hash, page: () => itemPageData(source, i) });
  }
  return routes;
}

/**
 * What tells the web servers that addresses with this ending which are not there have ended: 410 instead of 404.
 * Not the address itself, in which there may be what had to go (decision 043).
 */
function retiredRoutes({ retired }: ContentSource): Route[] {
  return retired.map((ending) => ({
    path: `/retired-${ending}.txt`,
    key: '',
    media: null,
    page: null,
    text: '410\n',
  }));
}

/** Hears of every route of the site; says which ones to make. */
export type IsWanted = (path: string, key: string) => boolean;

/** Files that the site brings along, such as icons; they change with the site's build only. */
export function siteFileRoutes(files: string[], isWanted: IsWanted): Route[] {
  const routes = files.map((name) => ({ path: `/${name}`, key: '', media: null, page: null }));
  return routes.filter(({ path, key }) => isWanted(path, key));
}

/**
 * The wanted ones of all routes; `chunks` is the index as it will stand. `places` are the items to ask
 * about, by their place in the entries: all of them unless it is known which ones changed.
 */
export function siteRoutes(
  source: ContentSource,
  chunks: () => Array<Pick<ChunkRecord, 'search' | 'view' | 'items'>>,
  isWanted: IsWanted = () => true,
  places: Iterable<number> = source.entries.keys(),
): Route[] {
  const library = describeLibrary(source);
  const chunkLinks = () =>
    chunks().map(({ search, view, items }) => ({
      search: `/bibliotheek/${search}`,
      view: `/bibliotheek/${view}`,
      items,
    }));
  const archive = archiveRoutes(source);
  const pages = ['/', '/mediabibliotheek', '/licentie', ...archive.map(({ path }) => path)];
  const plain = (kind: Parameters<typeof plainPageData>[1], path: string) =>
    route(path, '', () => plainPageData(source, kind, path));
  const few: Route[] = [
    route('/', homeKey(source, library), () => homePageData(source, library)),
    route('/mediabibliotheek', libraryKey(source, library), () =>
      libraryPageData(source, library, chunkLinks()),
    ),
    plain('not-found', '/404'),
    plain('message-sent', '/bericht-verzonden'),
    plain('licence', '/licentie'),
    plain('robots', '/robots.txt'),
    plain('app-manifest', '/manifest.webmanifest'),
    route('/rss.xml', JSON.stringify(feedEntries(source).map(stamp)), () => feedData(source)),
    ...sitemapRoutes(source, pages),
    ...archive,
    ...retiredRoutes(source),
  ];
  const wanted = few.filter(({ path, key }) => isWanted(path, key));
  return [...wanted, ...itemRoutes(source, isWanted, places)];
}
