/** What is said of the library as a whole: the home page, the library and its index, and the page for what is not there. */
import { categoryLabel } from '@veldlicht/contract/category';
import {
  INDEX_PATH,
  indexFileOf,
  searchChunkPath,
  viewChunkPath,
} from '@veldlicht/contract/index-paths';
import { RECENT_ITEMS } from '@veldlicht/contract/limits';
import { siteOf } from '@veldlicht/contract/site-facts';
import {
  type Card,
  type HomePage,
  LIBRARY_FIRST_ITEMS,
  type PublicItem,
} from '@veldlicht/contract/snapshot';
import { CHUNK_ITEMS, partOf } from '@veldlicht/database/public/public-database';
import { toCard } from '@veldlicht/database/public/to-public-item';
import { searchChunk, viewChunk } from './index-chunk.ts';
import { newestArchive } from './item-routes.ts';
import { type Content, jsonOf, type RouteKind, rowsOf, valuesOf } from './route-kind.ts';
import { listedSeries, storiesPath } from './story-routes.ts';

/** Categories shown as cards on the home page (spec §2). */
const HOME_CATEGORIES = 4;

/** Every change may be on the pages that say something of the whole; one that is not leaves them as they are. */
const always = (path: string) => `
  SELECT '${path}', coalesce(max(is_less), 0) FROM (
    SELECT is_less FROM changed_items UNION ALL SELECT is_less FROM changed_stories)`;

/** The first item that one of these queries finds, as a card. */
function cardOf(content: Content, queries: string[], ...values: unknown[]): Card | null {
  for (const query of queries) {
    const [item] = jsonOf<PublicItem>(content, `SELECT item FROM items WHERE ${query}`, ...values);
    if (item) return toCard(item);
  }
  return null;
}

/** The item chosen for it, else the newest featured one, else the newest photo (product decisions §2). */
const HERO = [
  'hero LIMIT 1',
  'featured ORDER BY place DESC LIMIT 1',
  "type = 'photo' ORDER BY place DESC LIMIT 1",
];
/** Of a category: the item chosen for it, else its newest featured one, else its newest. */
const COVER = [
  'category = ? AND cover LIMIT 1',
  'category = ? AND featured ORDER BY place DESC LIMIT 1',
  'category = ? ORDER BY place DESC LIMIT 1',
];
/** The newest photo of the built-in category (contract, category.ts) that the page for what is not there shows. */
const LANDSCAPE = [
  `category = (SELECT name FROM categories WHERE lower(name) = 'landscape')
    AND type = 'photo' ORDER BY place DESC LIMIT 1`,
];

interface CategoryRow {
  name: string;
  count: number;
  path: string;
  description: string | null;
}

/** Those with items, in the owner's order. */
function shownCategories(content: Content) {
  const query = `SELECT name, count, path, description FROM categories
    WHERE count > 0 ORDER BY position`;
  return rowsOf<CategoryRow>(content, query).map(({ name, count, path, description }) => ({
    name,
    label: categoryLabel(name),
    count,
    path,
    description,
  }));
}

/** What the owner wants below the categories; the newest items while there is nothing of it. */
function homeWork(content: Content): Pick<HomePage, 'work' | 'recent' | 'series'> {
  const { homeWork: work, homeSeries } = content.site.profile;
  const items = (where: string) =>
    jsonOf<PublicItem>(
      content,
      `SELECT item FROM items ${where} ORDER BY place DESC LIMIT ${RECENT_ITEMS}`,
    );
  if (work === 'series') {
    const series = listedSeries(content, homeSeries);
    if (series.length > 0) return { work, recent: [], series };
  }
  const featured = work === 'featured' ? items('WHERE featured') : [];
  if (featured.length > 0) return { work, recent: featured, series: [] };
  return { work: 'newest', recent: items(''), series: [] };
}

const home: RouteKind = {
  pattern: /^\/$/,
  kind: 'home',
  all: "SELECT '/' AS path",
  touched: always('/'),
  isListed: true,
  show: (content, path) => {
    const all = shownCategories(content);
    const count = (rows: string) =>
      valuesOf<number>(content, `SELECT count(*) FROM ${rows}`)[0] ?? 0;
    const page = {
      kind: 'home' as const,
      path,
      site: siteOf(content.site, 'home'),
      hero: cardOf(content, HERO),
      categories: all.slice(0, HOME_CATEGORIES).map(({ description: _, ...category }) => ({
        ...category,
        cover: cardOf(content, COVER, category.name),
      })),
      hasMoreCategories: all.length > HOME_CATEGORIES,
      ...homeWork(content),
      counts: {
        series: count("stories WHERE kind = 'series'"),
        notes: count("stories WHERE kind = 'note'"),
        species: count('species WHERE path IS NOT NULL'),
        areas: count('areas'),
      },
    };
    return { page };
  },
};

const library: RouteKind = {
  pattern: /^\/mediabibliotheek$/,
  kind: 'library',
  all: "SELECT '/mediabibliotheek' AS path",
  touched: always('/mediabibliotheek'),
  isListed: true,
  show: (content, path) => {
    const newest = `SELECT item FROM items ORDER BY place DESC LIMIT ${LIBRARY_FIRST_ITEMS}`;
    const exists = (query: string) => valuesOf(content, `${query} LIMIT 1`).length > 0;
    const ofType = (type: string) => exists(`SELECT 1 FROM items WHERE type = '${type}'`);
    const categories = shownCategories(content);
    const page = {
      kind: 'library' as const,
      path,
      site: siteOf(content.site, 'library'),
      categories,
      years: valuesOf<number>(content, 'SELECT name FROM years ORDER BY name DESC'),
      hasVideos: ofType('video') && ofType('photo'),
      tags: valuesOf<string>(content, 'SELECT name FROM tags ORDER BY position'),
      total: categories.reduce((sum, { count }) => sum + count, 0),
      first: jsonOf<PublicItem>(content, newest).map(toCard),
      chunks: valuesOf<number>(content, 'SELECT number FROM chunks ORDER BY number DESC'),
      index: INDEX_PATH,
      storiesPath: storiesPath(content),
      archivePath: newestArchive(content),
    };
    return { page };
  },
};

const notFound: RouteKind = {
  pattern: /^\/404$/,
  kind: 'not-found',
  all: "SELECT '/404' AS path",
  touched: always('/404'),
  show: (content, path) => ({
    page: {
      kind: 'not-found',
      path,
      site: siteOf(content.site, 'not-found'),
      landscape: cardOf(content, LANDSCAPE),
    },
  }),
};

const CHUNK = partOf('place', CHUNK_ITEMS);

/**
 * A file of the index; `isSeen` alone: it has nothing of what other pages don't show. It is compared by the keys of its
 * rows: its text takes all of 250 items. Another shape has another address.
 */
const chunkFiles = (part: 'search' | 'view'): RouteKind => {
  const pathOf = part === 'search' ? searchChunkPath : viewChunkPath;
  const [start = '', end = ''] = pathOf(0).split('0.json');
  const pathSql = (number: string) => `'${start}' || ${number} || '${end}.json'`;
  const columns = part === 'search' ? searchChunk : viewChunk;
  return {
    pattern: new RegExp(`^${start}\\d+\\.json$`),
    kind: null,
    all: `SELECT ${pathSql('number')} AS path FROM chunks ORDER BY number DESC`,
    touched: `SELECT DISTINCT ${pathSql(CHUNK)}, is_less FROM changed_items
      ${part === 'view' ? 'WHERE is_seen' : ''}`,
    show: (content, path) => {
      const number = indexFileOf(path)?.number ?? 0;
      const bounds = [(number - 1) * CHUNK_ITEMS, number * CHUNK_ITEMS];
      const rows = (column: string) =>
        `SELECT ${column} FROM items WHERE place > ? AND place <= ? ORDER BY place DESC`;
      const facts = valuesOf<number>(content, rows(`${part}_key`), ...bounds);
      if (facts.length === 0) return null;
      const items = () => jsonOf<PublicItem>(content, rows('item'), ...bounds);
      return { facts, text: () => JSON.stringify(columns(items())) };
    },
  };
};

export const libraryRoutes: RouteKind[] = [
  home,
  library,
  notFound,
  chunkFiles('search'),
  chunkFiles('view'),
];
