/** Pages about the library as a whole: home, the library and its index, and the 404 page. */
import { categoryLabel } from '@veldlicht/contract/category-name';
import {
  INDEX_PATH,
  indexFileOf,
  searchChunkPath,
  viewChunkPath,
} from '@veldlicht/contract/index-paths';
import { RECENT_ITEMS } from '@veldlicht/contract/limits';
import { siteOf } from '@veldlicht/contract/site-facts';
import { LIBRARY_FIRST_ITEMS, type PublicItem } from '@veldlicht/contract/snapshot';
import { CHUNK_ITEMS, partOf } from '@veldlicht/database/public/public-database';
import { toCard } from '@veldlicht/database/public/to-public-item';
import { searchChunk, viewChunk } from './index-chunk.ts';
import { newestArchive } from './item-routes.ts';
import {
  type Content,
  jsonOf,
  lazyPage,
  listFrom,
  type RouteKind,
  rowsOf,
  valuesOf,
} from './route-kind.ts';
import { listedSeries, storiesPath } from './story-routes.ts';

/** Cards on the home page (spec §2). */
const HOME_CATEGORIES = 4;

/** SQL that marks a page at every change; an unchanged page is not rendered. */
const always = (path: string) => `
  SELECT '${path}', coalesce(max(is_less), 0) FROM (
    SELECT is_less FROM changed_items UNION ALL SELECT is_less FROM changed_stories)`;

/** SQL for the items chosen for the top of the home page, in the owner's order. */
const OPENING = `FROM (
  SELECT items.*, j.key AS at FROM json_each(?) j JOIN items ON items.id = j.value) ORDER BY at`;

const NO_ITEMS = { keys: [], read: () => [] };
const NO_WORK = { ...NO_ITEMS, first: [] };

function cardsFrom(content: Content, from: string, ...values: unknown[]) {
  const { keys, read } = listFrom<PublicItem>(content, 'card_key', 'item', from, values);
  return { keys, read: () => read().map(toCard) };
}

/** Card of the first item found by these queries, in order. */
function cardFrom(content: Content, queries: string[], ...values: unknown[]) {
  for (const query of queries) {
    const found = cardsFrom(content, `FROM items WHERE ${query}`, ...values);
    if (found.keys.length > 0) return found;
  }
  return NO_ITEMS;
}

/** Chosen item, else the newest featured one, else the newest photo. */
const HERO = [
  'hero LIMIT 1',
  'featured ORDER BY place DESC LIMIT 1',
  "type = 'photo' ORDER BY place DESC LIMIT 1",
];
/**
 * Cover of a category: chosen item, else the newest featured one, else the newest. Items shown elsewhere on the page
 * come last.
 */
const OTHER = 'seq NOT IN (SELECT value FROM json_each(?))';
const ANY = '? IS NOT NULL';
const COVER = [
  `category = ? AND ${ANY} AND cover LIMIT 1`,
  `category = ? AND ${OTHER} AND featured ORDER BY place DESC LIMIT 1`,
  `category = ? AND ${OTHER} ORDER BY place DESC LIMIT 1`,
  `category = ? AND ${ANY} ORDER BY place DESC LIMIT 1`,
];
/** Newest photo of the built-in category for landscapes (contract, category.ts), for the 404 page. */
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

/** Categories with items, in the owner's order. */
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

/** Cards in the first row of recent work, visible together with the covers above. */
const FIRST_ROW = 3;
/** With fewer other items the hero is among the cards too. */
const TWO_ROWS = 6;
const seqsOf = (content: Content, from: string, ...values: unknown[]) =>
  valuesOf<number>(content, `SELECT seq ${from}`, ...values);

/** Reads the work that the owner chose to show below the categories, without the hero; the newest items by default. */
function homeWork(content: Content, hero: number | undefined) {
  const { homeWork: work, homeSeries } = content.site.profile;
  const newest = `ORDER BY place DESC LIMIT ${RECENT_ITEMS}`;
  const items = (where: string) => {
    const query = (other: string) => `FROM items WHERE ${where} ${other} ${newest}`;
    const others = query(`AND seq <> ${hero ?? 0}`);
    const from = seqsOf(content, others).length >= TWO_ROWS ? others : query('');
    const list = listFrom<PublicItem>(content, 'key', 'item', from, []);
    return { ...list, first: seqsOf(content, from).slice(0, FIRST_ROW) };
  };
  if (work === 'series') {
    const series = listedSeries(content, homeSeries);
    if (series.length > 0) return { work, recent: NO_WORK, series };
  }
  const featured = work === 'featured' ? items('featured') : NO_WORK;
  if (featured.keys.length > 0) return { work, recent: featured, series: [] };
  return { work: 'newest' as const, recent: items('true'), series: [] };
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
    const hero = cardFrom(content, HERO);
    const [heroNumber] = HERO.flatMap((query) => seqsOf(content, `FROM items WHERE ${query}`));
    const chosen = JSON.stringify(content.site.profile.homeItems);
    const opening = listFrom<PublicItem>(content, 'key', 'item', OPENING, [chosen]);
    const { recent, ...work } = homeWork(content, heroNumber);
    const above = [...seqsOf(content, OPENING, chosen), ...recent.first];
    const shown = JSON.stringify([heroNumber, ...above]);
    const categories = all.slice(0, HOME_CATEGORIES).map(({ description: _, ...category }) => ({
      category,
      cover: cardFrom(content, COVER, category.name, shown),
    }));
    const facts = {
      kind: 'home' as const,
      path,
      site: siteOf(content.site, 'home'),
      hasMoreCategories: all.length > HOME_CATEGORIES,
      ...work,
      counts: {
        series: count("stories WHERE kind = 'series'"),
        notes: count("stories WHERE kind = 'note'"),
        species: count('species WHERE path IS NOT NULL'),
        areas: count('areas'),
      },
    };
    const covers = categories.map(({ category, cover }) => [category, cover.keys]);
    return lazyPage([facts, hero.keys, opening.keys, covers, recent.keys], () => ({
      ...facts,
      hero: hero.read()[0] ?? null,
      opening: opening.read(),
      categories: categories.map(({ category, cover }) => ({
        ...category,
        cover: cover.read()[0] ?? null,
      })),
      recent: recent.read(),
    }));
  },
};

const library: RouteKind = {
  pattern: /^\/mediabibliotheek$/,
  kind: 'library',
  all: "SELECT '/mediabibliotheek' AS path",
  touched: always('/mediabibliotheek'),
  isListed: true,
  show: (content, path) => {
    const first = cardsFrom(content, `FROM items ORDER BY place DESC LIMIT ${LIBRARY_FIRST_ITEMS}`);
    const exists = (query: string) => valuesOf(content, `${query} LIMIT 1`).length > 0;
    const ofType = (type: string) => exists(`SELECT 1 FROM items WHERE type = '${type}'`);
    const categories = shownCategories(content);
    const facts = {
      kind: 'library' as const,
      path,
      site: siteOf(content.site, 'library'),
      categories,
      years: valuesOf<number>(content, 'SELECT name FROM years ORDER BY name DESC'),
      hasVideos: ofType('video') && ofType('photo'),
      tags: valuesOf<string>(content, 'SELECT name FROM tags ORDER BY position'),
      total: categories.reduce((sum, { count }) => sum + count, 0),
      chunks: valuesOf<number>(content, 'SELECT number FROM chunks ORDER BY number DESC'),
      index: INDEX_PATH,
      storiesPath: storiesPath(content),
      archivePath: newestArchive(content),
    };
    return lazyPage([facts, first.keys], () => ({ ...facts, first: first.read() }));
  },
};

const notFound: RouteKind = {
  pattern: /^\/404$/,
  kind: 'not-found',
  all: "SELECT '/404' AS path",
  touched: always('/404'),
  show: (content, path) => {
    const landscape = cardFrom(content, LANDSCAPE);
    const facts = { kind: 'not-found' as const, path, site: siteOf(content.site, 'not-found') };
    return lazyPage([facts, landscape.keys], () => ({
      ...facts,
      landscape: landscape.read()[0] ?? null,
    }));
  },
};

const CHUNK = partOf('place', CHUNK_ITEMS);

/**
 * An index file. Its key derives from its rows' keys, since its text holds 250 items. Only `view` depends on `is_seen`.
 * A new shape needs a new address.
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
