/** Every address of the site: the key of what it shows, and what that is (pure). */
import { categoryLabel } from '@veldlicht/contract/category';
import { RECENT_ITEMS } from '@veldlicht/contract/limits';
import type { HomeWork } from '@veldlicht/contract/settings';
import {
  type ItemLink,
  LIBRARY_FIRST_ITEMS,
  type LibraryPage,
  type PageData,
} from '@veldlicht/contract/snapshot';
import { itemPath, toCard, toLink } from '@veldlicht/database/public/to-public-item';
import { type ContentSource, type Entry, itemOf, partOfAge } from '../snapshot/content-source.ts';
import { chunkNumber } from '../snapshot/index-chunk.ts';
import { describeLibrary, type Library } from './describe-library.ts';
import { mapRoutes } from './map-routes.ts';
import type { ChunkRecord } from './release-folder.ts';
import {
  groupKey,
  type KeyOf,
  linkStamp,
  ofItem,
  ofLink,
  type Route,
  route,
  stamp,
} from './route.ts';
import { speciesRoutes } from './species-routes.ts';
import {
  listedKey,
  noteRoutes,
  seriesRoutes,
  storiesFileRoutes,
  storiesOf,
  type ToldStory,
  toListed,
  toPublicNote,
  toPublicSeries,
} from './story-routes.ts';

/** Items per part of the sitemap: cut by age, so that an addition touches one. */
export const SITEMAP_PART_ITEMS = 250;
/** Items per archive page, cut by age likewise. */
const ARCHIVE_PAGE_ITEMS = 100;
/** Items in the feed: the newest. */
const FEED_ITEMS = 30;
/** And field notes in it, and series. */
const FEED_STORIES = 10;
/** Items that the page of a category shows: the newest. The library finds the others, the archive leads to them. */
const CATEGORY_ITEMS = 96;
/** Categories shown as cards on the home page (spec §2). */
const HOME_CATEGORIES = 4;

/** A chunk of the library index that should exist. */
export interface ChunkPlan {
  number: number;
  key: string;
  /** Of what its view file shows, which fewer changes touch. */
  viewKey: string;
  entries: Entry[];
}

/** The sitemap tells everything of a video, and of a photo where it is. */
const ofSitemap: KeyOf = (entry) => (entry.type === 'video' ? ofItem : ofLink)(entry);

/** The library index as it should be, newest chunk first. */
export function planChunks(source: ContentSource): ChunkPlan[] {
  return [...Map.groupBy(source.entries, chunkNumber)].map(([number, entries]) => ({
    number,
    key: groupKey(entries),
    viewKey: groupKey(entries, ofLink),
    entries,
  }));
}

const cardOf = (source: ContentSource, entry: Entry | undefined) =>
  entry ? toCard(itemOf(source, entry)) : null;

/** What the owner wants below the categories; the newest items while there is nothing of it. */
function homeWork(source: ContentSource): {
  work: HomeWork;
  recent: Entry[];
  series: ToldStory[];
} {
  const { site, entries } = source;
  const { homeWork: work, homeSeries } = site.profile;
  if (work === 'series') {
    const byId = new Map(storiesOf(source, 'series').map((one) => [one.id, one]));
    const series = homeSeries.flatMap((id) => byId.get(id) ?? []);
    if (series.length > 0) return { work, recent: [], series };
  }
  const featured = work === 'featured' ? entries.filter((entry) => entry.featured) : [];
  if (featured.length > 0) return { work, recent: featured.slice(0, RECENT_ITEMS), series: [] };
  return { work: 'newest', recent: entries.slice(0, RECENT_ITEMS), series: [] };
}

function homeRoute(source: ContentSource, { hero, categories }: Library): Route {
  const { site } = source;
  const shown = categories.slice(0, HOME_CATEGORIES);
  const { work, recent, series } = homeWork(source);
  const card = (entry: Entry | undefined) => cardOf(source, entry);
  const key = JSON.stringify([
    stamp(hero),
    categories.length,
    shown.map(({ name, count, cover, path }) => `${name}:${path}:${count}:${stamp(cover)}`),
    ...[work, recent.map(stamp), listedKey(series)],
  ]);
  return route('/', key, () => ({
    ...{ kind: 'home', path: '/', site, hero: card(hero) },
    categories: shown.map(({ name, count, cover, path }) => ({
      ...{ name, label: categoryLabel(name), count },
      ...{ cover: card(cover), path },
    })),
    hasMoreCategories: categories.length > HOME_CATEGORIES,
    ...{ work, recent: source.items(recent), series: toListed(source, series) },
  }));
}

function notFoundRoute(source: ContentSource, { landscape }: Library): Route {
  const [path, { site }] = ['/404', source];
  return route(path, stamp(landscape), () => ({
    ...{ kind: 'not-found', path, site, landscape: cardOf(source, landscape) },
  }));
}

/** The page about the photographer, once there is something to read. */
function aboutRoutes(source: ContentSource): Route[] {
  const { site, entries } = source;
  if (site.profile.aboutLong === '') return [];
  const path = '/over';
  const portrait = entries.find(({ seq }) => seq === source.portrait);
  const page = (): PageData => ({
    ...{ kind: 'about', path, site },
    portrait: portrait ? toLink(itemOf(source, portrait)) : null,
  });
  return [route(path, linkStamp(portrait), page)];
}

type ChunkLinks = Array<Pick<ChunkRecord, 'search' | 'view' | 'items'>>;

function libraryRoute(
  source: ContentSource,
  { categories }: Library,
  archive: Route[],
  has: Pick<LibraryPage, 'hasSpecies' | 'hasMap' | 'storiesPath'>,
  chunks: () => ChunkLinks,
): Route {
  const path = '/mediabibliotheek';
  const { site, entries, tags } = source;
  const first = entries.slice(0, LIBRARY_FIRST_ITEMS);
  const shown = categories.map(({ name, count, path }) => ({
    ...{ name, label: categoryLabel(name), count, path },
    description: source.categoryTexts[name] ?? null,
  }));
  const key = JSON.stringify([groupKey(entries), shown, tags, first.map(stamp), has]);
  return route(path, key, () => ({
    ...{ kind: 'library', path, site },
    categories: shown,
    years: [...new Set(entries.flatMap(({ year }) => year ?? []))].sort((a, b) => b - a),
    hasVideos: new Set(entries.map(({ type }) => type)).size > 1,
    ...{ tags, total: entries.length },
    first: source.items(first).map(toCard),
    ratios: entries.map(({ ratio }) => ratio),
    chunks: chunks().map(({ search, view, items }) => ({
      search: `/bibliotheek/${search}`,
      view: `/bibliotheek/${view}`,
      items,
    })),
    archivePath: archive[0]?.path ?? null,
    ...has,
  }));
}

/** In the order of their addresses: the owner's order is not told here, so it changes nothing. */
function categoryRoutes(source: ContentSource, { categories }: Library, archive: Route[]): Route[] {
  const entries = Map.groupBy(source.entries, ({ category }) => category);
  const byPath = categories.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return byPath.map(({ name, count, path }) => {
    const newest = (entries.get(name) ?? []).slice(0, CATEGORY_ITEMS);
    const description = source.categoryTexts[name] ?? null;
    const archivePath = count > newest.length ? (archive[0]?.path ?? null) : null;
    const key = JSON.stringify([name, count, description, archivePath, groupKey(newest, ofLink)]);
    return route(path, key, () => ({
      ...{ kind: 'category', path, site: source.site, description, archivePath },
      category: { name, label: categoryLabel(name), count },
      items: source.items(newest).map(toLink),
    }));
  });
}

/** Newest first; cut by age, so that a later item never moves an earlier one. */
function archiveRoutes(source: ContentSource): Route[] {
  const numberOf = (entry: Entry) => partOfAge(entry, ARCHIVE_PAGE_ITEMS);
  const pathOf = (number: number) => `/mediabibliotheek/archief/${number}`;
  const pages = [...Map.groupBy(source.entries, numberOf)];
  return pages.map(([number, entries], i) => {
    const [newer, older] = [pages[i - 1]?.[0], pages[i + 1]?.[0]];
    const key = `${groupKey(entries, ofLink)}|${newer ?? ''}|${older ?? ''}`;
    return route(pathOf(number), key, () => ({
      ...{ kind: 'archive', path: pathOf(number), site: source.site, number },
      previousPath: newer === undefined ? null : pathOf(newer),
      nextPath: older === undefined ? null : pathOf(older),
      items: source.items(entries).map(toLink),
    }));
  });
}

/** The sitemap in parts fixed by age; part 0 has the pages that are not an item's own. */
function sitemapRoutes(source: ContentSource, pages: string[]): Route[] {
  const { site } = source;
  const numberOf = (entry: Entry) => partOfAge(entry, SITEMAP_PART_ITEMS);
  const part = (number: number, key: string, pages: string[], entries: Entry[]) => {
    const path = `/sitemap-${number}.xml`;
    return route(path, key, () => ({
      ...{ kind: 'sitemap-part', path, site, pages },
      items: source.items(entries).map((item) => {
        const { path, sources, type } = item;
        return { path, sources, video: type === 'video' ? item : null };
      }),
    }));
  };
  const parts = [
    part(0, JSON.stringify(pages), pages, []),
    ...[...Map.groupBy(source.entries, numberOf)]
      .reverse()
      .map(([number, entries]) => part(number, groupKey(entries, ofSitemap), [], entries)),
  ];
  const paths = parts.map(({ path }) => path);
  const all = { kind: 'sitemap', path: '/sitemap.xml', site, parts: paths } as const;
  return [route(all.path, JSON.stringify(paths), () => all), ...parts];
}

function feedRoute(source: ContentSource): Route {
  const path = '/rss.xml';
  const newest = source.entries.slice(0, FEED_ITEMS);
  const notes = storiesOf(source, 'note', FEED_STORIES);
  const series = storiesOf(source, 'series', FEED_STORIES);
  const key = [...newest.map(stamp), ...[...notes, ...series].map(({ path, key }) => path + key)];
  return route(path, JSON.stringify(key), () => ({
    ...{ kind: 'feed', path, site: source.site, items: source.items(newest) },
    notes: notes.map((note) => toPublicNote(source, note)),
    series: series.map((one) => toPublicSeries(source, one)),
  }));
}

function itemRoutes(source: ContentSource, isWanted: IsWanted, places: Iterable<number>): Route[] {
  const { site, entries } = source;
  const link = (entry: Entry | undefined): ItemLink | null =>
    entry ? toLink(itemOf(source, entry)) : null;
  const routes: Route[] = [];
  for (const i of places) {
    const [previous, entry, next] = [entries[i - 1], entries[i], entries[i + 1]];
    if (!entry) continue;
    const path = itemPath(entry);
    const key = `${linkStamp(previous)}|${stamp(entry)}|${linkStamp(next)}`;
    if (!isWanted(path, key)) continue;
    const page = (): PageData => ({
      ...{ kind: 'item', path, site, item: itemOf(source, entry) },
      ...{ previous: link(previous), next: link(next) },
    });
    routes.push({ path, key, media: entry.hash, page });
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
    text: () => '410\n',
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
  chunks: () => ChunkLinks,
  isWanted: IsWanted = () => true,
  places: Iterable<number> = source.entries.keys(),
): Route[] {
  const { site } = source;
  const library = describeLibrary(source);
  const archive = archiveRoutes(source);
  const species = speciesRoutes(source);
  const map = mapRoutes(source);
  const lists = [
    ...aboutRoutes(source),
    ...seriesRoutes(source),
    ...noteRoutes(source),
    ...categoryRoutes(source, library, archive),
    ...archive,
    ...species,
    ...map,
  ];
  const pages = ['/', '/mediabibliotheek', '/licentie', ...lists.map(({ path }) => path)];
  /** What shows nothing but the settings. */
  const plain = (
    kind: 'licence' | 'robots' | 'tdm' | 'app-manifest' | 'message-sent',
    path: string,
  ) => route(path, '', () => ({ kind, path, site }));
  const stories = storiesFileRoutes(source);
  const has = {
    ...{ hasSpecies: species.length > 0, hasMap: map.length > 0 },
    storiesPath: stories[0]?.path ?? null,
  };
  const few = [
    homeRoute(source, library),
    libraryRoute(source, library, archive, has, chunks),
    notFoundRoute(source, library),
    plain('message-sent', '/bericht-verzonden'),
    plain('licence', '/licentie'),
    plain('robots', '/robots.txt'),
    ...(site.profile.notForTraining ? [plain('tdm', '/.well-known/tdmrep.json')] : []),
    plain('app-manifest', '/manifest.webmanifest'),
    feedRoute(source),
    ...sitemapRoutes(source, pages),
    ...lists,
    ...stories,
    ...retiredRoutes(source),
  ];
  const wanted = few.filter(({ path, key }) => isWanted(path, key));
  return [...wanted, ...itemRoutes(source, isWanted, places)];
}
