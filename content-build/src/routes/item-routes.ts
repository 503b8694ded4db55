/** Pages of items, the archive, pages of categories, the sitemap and the feed. */
import { categoryLabel } from '@veldlicht/contract/category-name';
import { siteOf } from '@veldlicht/contract/site-facts';
import type { PublicItem, SitemapItem } from '@veldlicht/contract/snapshot';
import { ARCHIVE_ITEMS, CHUNK_ITEMS, partOf } from '@veldlicht/database/public/public-database';
import { type KinRow, kinOf, TOUCHED_KIN } from './item-kin.ts';
import {
  type Content,
  differingIn,
  jsonOf,
  lazyPage,
  linksFrom,
  numberIn,
  type RouteKind,
  rowsOf,
  valuesOf,
} from './route-kind.ts';
import { feedStories } from './story-routes.ts';

/** Newest items in the feed. */
const FEED_ITEMS = 30;
/** Newest items on a category's page; the library and the archive have the others. */
const CATEGORY_ITEMS = 96;

const ARCHIVE = '/mediabibliotheek/archief/';

/** SQL for the item next to a place, by age. */
const nextTo = (sign: '<' | '>', place: string) =>
  `FROM items WHERE place ${sign} ${place} ORDER BY place ${sign === '<' ? 'DESC' : ''} LIMIT 1`;

function itemOf(content: Content, seq: number): PublicItem {
  const [item] = jsonOf<PublicItem>(content, 'SELECT item FROM items WHERE seq = ?', seq);
  if (!item) throw new Error(`there is no item ${seq}`);
  return item;
}

const itemPages: RouteKind = {
  pattern: /^\/(?:foto|video)\/[^/]+$/,
  kind: 'item',
  all: 'SELECT path FROM items ORDER BY place DESC',
  touched: 'SELECT path, is_less FROM changed_items',
  touchedLater: `
    SELECT (SELECT path ${nextTo('<', 'c.place')}), is_less FROM changed_items c WHERE is_seen
    UNION ALL SELECT (SELECT path ${nextTo('>', 'c.place')}), is_less FROM changed_items c WHERE is_seen
    UNION ALL ${TOUCHED_KIN}`,
  show: (content, path) => {
    const query = 'SELECT seq, place, species, area, key FROM items WHERE path = ?';
    const [row] = rowsOf<KinRow & { key: number }>(content, query, path);
    if (!row) return null;
    const { seq, key, place } = row;
    const facts = { kind: 'item' as const, path, site: siteOf(content.site, 'item') };
    const beside = (sign: '<' | '>') => linksFrom(content, nextTo(sign, '?'), place);
    const [previous, next] = [beside('>'), beside('<')];
    const kin = kinOf(content, row);
    return lazyPage([facts, key, previous.keys, next.keys, kin.facts], () => ({
      ...facts,
      item: itemOf(content, seq),
      previous: previous.read()[0] ?? null,
      next: next.read()[0] ?? null,
      ...kin.read(),
    }));
  },
};

const archivePath = (number: number) => ARCHIVE + number;

/** Address of the archive page with the newest items, or null. */
export function newestArchive(content: Content): string | null {
  const [number] = valuesOf<number | null>(content, 'SELECT max(number) FROM archive');
  return number ? archivePath(number) : null;
}

const PART = partOf('place', ARCHIVE_ITEMS);
/** Archive pages next to one that was added or removed. */
const besideArchive = (sign: '<' | '>') => `
  SELECT '${ARCHIVE}' || (SELECT ${sign === '<' ? 'max' : 'min'}(number) FROM archive WHERE number ${sign} ${PART}), is_less
  FROM changed_items WHERE is_seen
    AND (${PART} IN (SELECT number FROM archive)) <> ('${ARCHIVE}' || ${PART} IN (SELECT path FROM pages))`;

/** Divided by age, newest first: a new item never moves an older one. */
const archivePages: RouteKind = {
  pattern: /^\/mediabibliotheek\/archief\/\d+$/,
  kind: 'archive',
  all: `SELECT '${ARCHIVE}' || number AS path FROM archive ORDER BY number DESC`,
  touched: `
    SELECT DISTINCT '${ARCHIVE}' || ${PART}, is_less FROM changed_items WHERE is_seen
    UNION ALL ${besideArchive('<')} UNION ALL ${besideArchive('>')}`,
  isListed: true,
  show: (content, path) => {
    const number = numberIn(path);
    const { keys, read } = linksFrom(
      content,
      'FROM items WHERE place > ? AND place <= ? ORDER BY place DESC',
      (number - 1) * ARCHIVE_ITEMS,
      number * ARCHIVE_ITEMS,
    );
    if (keys.length === 0 || archivePath(number) !== path) return null;
    const beside = (query: string) => {
      const [found] = valuesOf<number | null>(content, query, number);
      return found ? archivePath(found) : null;
    };
    const facts = {
      kind: 'archive' as const,
      path,
      site: siteOf(content.site, 'archive'),
      number,
      previousPath: beside('SELECT min(number) FROM archive WHERE number > ?'),
      nextPath: beside('SELECT max(number) FROM archive WHERE number < ?'),
    };
    return lazyPage([facts, keys], () => ({ ...facts, items: read() }));
  },
};

/** SQL: the archive page of the newest items was added, or a newer one was removed. */
const NEWEST_ARCHIVE_DIFFERS = `(
  NOT EXISTS (SELECT 1 FROM pages WHERE path = '${ARCHIVE}' || (SELECT max(number) FROM archive))
  OR EXISTS (SELECT 1 FROM changed_items WHERE ${PART} > (SELECT max(number) FROM archive)))`;

const categoryPages: RouteKind = {
  pattern: /^\/categorie\/[^/]+$/,
  kind: 'category',
  all: 'SELECT path FROM categories WHERE count > 0 ORDER BY path',
  touched: `
    SELECT o.path, is_less FROM changed_items c JOIN categories o ON o.name = c.category
    WHERE is_seen AND (
      c.seq IN (${differingIn('place', 'category')})
      OR c.place >= coalesce((SELECT i.place FROM items i WHERE i.category = c.category
        ORDER BY i.place DESC LIMIT 1 OFFSET ${CATEGORY_ITEMS - 1}), 0))
    UNION ALL SELECT path, 0 FROM categories WHERE ${NEWEST_ARCHIVE_DIFFERS}
    -- One that was renamed and is not made yet may show anything that is gone.
    UNION ALL SELECT path, 1 FROM pages WHERE path > '/categorie/' AND path < '/categorie0'
      AND path IN (SELECT path FROM dirty) AND EXISTS (SELECT 1 FROM changed_items WHERE is_less)`,
  isListed: true,
  show: (content, path) => {
    const [category] = rowsOf<{ name: string; count: number; description: string | null }>(
      content,
      'SELECT name, count, description FROM categories WHERE path = ? AND count > 0',
      path,
    );
    if (!category) return null;
    const { name, count, description } = category;
    const { keys, read } = linksFrom(
      content,
      `FROM items WHERE category = ? ORDER BY place DESC LIMIT ${CATEGORY_ITEMS}`,
      name,
    );
    const facts = {
      kind: 'category' as const,
      path,
      site: siteOf(content.site, 'category'),
      description,
      archivePath: count > keys.length ? newestArchive(content) : null,
      category: { name, label: categoryLabel(name), count },
    };
    return lazyPage([facts, keys], () => ({ ...facts, items: read() }));
  },
};

const feed: RouteKind = {
  pattern: /^\/rss\.xml$/,
  kind: 'feed',
  all: "SELECT '/rss.xml' AS path",
  touched: `
    SELECT '/rss.xml', is_less FROM changed_items WHERE place >= coalesce(
      (SELECT place FROM items ORDER BY place DESC LIMIT 1 OFFSET ${FEED_ITEMS - 1}), 0)
    UNION ALL SELECT '/rss.xml', is_less FROM changed_items CROSS JOIN story_items USING (seq)
    UNION ALL SELECT '/rss.xml', is_less FROM changed_stories`,
  show: (content, path) => {
    const newest = `SELECT item FROM items ORDER BY place DESC LIMIT ${FEED_ITEMS}`;
    const page = {
      kind: 'feed' as const,
      path,
      site: siteOf(content.site, 'feed'),
      items: jsonOf<PublicItem>(content, newest),
      ...feedStories(content),
    };
    return { page };
  },
};

/** Parts match those of the index; part 0 lists pages that are not item pages. */
const sitemapPath = (number: number) => `/sitemap-${number}.xml`;

const sitemapParts: RouteKind = {
  pattern: /^\/sitemap-[1-9]\d*\.xml$/,
  kind: 'sitemap-part',
  all: "SELECT '/sitemap-' || number || '.xml' AS path FROM chunks ORDER BY number DESC",
  // It contains the whole item of a video.
  touched: `SELECT '/sitemap-' || ${partOf('place', CHUNK_ITEMS)} || '.xml', is_less FROM changed_items
    WHERE seq IN (${differingIn('place', 'path', 'sources')}) OR path LIKE '/video/%'`,
  show: (content, path) => {
    const number = numberIn(path);
    const items = jsonOf<SitemapItem>(
      content,
      `SELECT json_object('path', path, 'sources', link -> 'sources',
        'video', CASE type WHEN 'video' THEN json(item) END)
      FROM items WHERE place > ? AND place <= ? ORDER BY place DESC`,
      (number - 1) * CHUNK_ITEMS,
      number * CHUNK_ITEMS,
    );
    if (items.length === 0 || sitemapPath(number) !== path) return null;
    const site = siteOf(content.site, 'sitemap-part');
    return { page: { kind: 'sitemap-part', path, site, pages: [], items } };
  },
};

/** Lists the parts. */
const sitemap: RouteKind = {
  pattern: /^\/sitemap\.xml$/,
  kind: 'sitemap',
  all: "SELECT '/sitemap.xml' AS path",
  touched: `SELECT '/sitemap.xml', is_less FROM changed_items WHERE seq IN (${differingIn('place')})`,
  show: (content, path) => {
    const numbers = valuesOf<number>(content, 'SELECT number FROM chunks ORDER BY number');
    const parts = [0, ...numbers].map(sitemapPath);
    return { page: { kind: 'sitemap', path, site: siteOf(content.site, 'sitemap'), parts } };
  },
};

export const itemRoutes: RouteKind[] = [
  itemPages,
  archivePages,
  categoryPages,
  sitemapParts,
  sitemap,
  feed,
];
