/** All routes of the site: every address, those that a change touches, and the content of each. */
import { kindsShowing, siteOf } from '@veldlicht/contract/site-facts';
import type { Differences, SiteChange } from '@veldlicht/database/public/project';
import { type PublicDatabase, prepared } from '@veldlicht/database/public/public-database';
import { itemRoutes } from './item-routes.ts';
import { libraryRoutes } from './library-routes.ts';
import { mapRoutes } from './map-routes.ts';
import { plainRoutes } from './plain-routes.ts';
import { type Content, type RouteKind, type Shown, valuesOf } from './route-kind.ts';
import { speciesRoutes } from './species-routes.ts';
import { storyRoutes } from './story-routes.ts';

const own = [
  ...libraryRoutes,
  ...plainRoutes,
  ...storyRoutes,
  ...speciesRoutes,
  ...mapRoutes,
  ...itemRoutes,
];
const listed = own.filter(({ isListed }) => isListed);

/** Sorted addresses of the listed pages, without item pages. */
const listedPaths = (content: Content) =>
  listed.flatMap(({ all }) => valuesOf<string>(content, all)).sort();

const PAGES_PART = '/sitemap-0.xml';

/** Part of the sitemap with the pages that are not item pages. */
const pagesPart: RouteKind = {
  pattern: /^\/sitemap-0\.xml$/,
  kind: 'sitemap-part',
  all: `SELECT '${PAGES_PART}' AS path`,
  show: (content, path) => {
    const site = siteOf(content.site, 'sitemap-part');
    return { page: { kind: 'sitemap-part', path, site, pages: listedPaths(content), items: [] } };
  },
};

const kinds = [...own, pagesPart];

/** All addresses, in the order of their kinds. */
export const allPaths = (content: Content): string[] =>
  kinds.flatMap(({ all }) => valuesOf<string>(content, all));

/** Null when there is no such address. */
export function shownAt(content: Content, path: string): Shown | null {
  return kinds.find(({ pattern }) => pattern.test(path))?.show(content, path) ?? null;
}

/** Whether the address is a page to render. */
export function isRendered(content: Content, path: string): boolean {
  const kind = kinds.find(({ pattern }) => pattern.test(path));
  return kind !== undefined && kind.kind !== null && existsNow(content, kind, path);
}

/** `preview`: address below which pages are previewed. */
export function openContent(db: PublicDatabase, preview?: string): Content {
  const facts = prepared(db, 'SELECT facts FROM site').pluck().get() as string; // one text column
  const site = JSON.parse(facts);
  return { db, site: preview === undefined ? site : { ...site, googleAnalyticsId: null, preview } };
}

/** SQL that marks the addresses found by a query with the columns `path` and `is_less`. */
const mark = (query: string, isLater = false) => `
  WITH marked (path, is_less) AS (${query})
  INSERT INTO dirty (path, is_less, is_later, serial)
  SELECT path, max(is_less), ${Number(isLater)}, @serial FROM marked WHERE path IS NOT NULL GROUP BY path
  ON CONFLICT (path) DO UPDATE SET is_less = max(is_less, excluded.is_less),
    is_later = min(is_later, excluded.is_later), serial = excluded.serial`;
const notLess = (query: string) => `SELECT path, 0 FROM (${query})`;

export function markPaths(db: PublicDatabase, paths: readonly string[], serial: number): void {
  const query = mark('SELECT value, 0 FROM json_each(@paths)');
  prepared(db, query).run({ paths: JSON.stringify(paths), serial });
}

/** Marks every address, and every published page. */
export function markAll(db: PublicDatabase, serial: number): void {
  for (const { all } of kinds) prepared(db, mark(notLess(all))).run({ serial });
  prepared(db, mark('SELECT path, 0 FROM pages')).run({ serial });
}

/** Marks pages that show changed settings. */
function markSite(db: PublicDatabase, { before, after }: SiteChange, serial: number): void {
  const shown = before && new Set<string | null>(kindsShowing(before, after));
  for (const { kind, all, address } of kinds) {
    if (shown && !shown.has(kind)) continue;
    prepared(db, mark(notLess(all))).run({ serial });
    if (address !== undefined) markPaths(db, [address], serial);
  }
}

const ITEM = 'seq, place, path, category, area, year, month, species, hash, words, sources';
const STORY = 'id, kind, path, place, items';
/** Published pages may be several changes behind, so their earlier rows are searched too. */
const UNSETTLED = [
  `INSERT INTO changed_items SELECT ${ITEM}, 0, 1, 1 FROM unsettled_items
    WHERE seq IN (SELECT seq FROM changed_items WHERE is_less)`,
  `INSERT INTO unsettled_items SELECT ${ITEM} FROM changed_items WHERE is_new = 0
    EXCEPT SELECT * FROM unsettled_items`,
  `INSERT INTO changed_stories SELECT ${STORY}, 0, 1 FROM unsettled_stories
    WHERE id IN (SELECT id FROM changed_stories WHERE is_less)`,
  `INSERT INTO unsettled_stories SELECT ${STORY} FROM changed_stories WHERE is_new = 0
    EXCEPT SELECT * FROM unsettled_stories`,
];

const UNUSED_MEDIA = `INSERT OR IGNORE INTO unused_media
  SELECT hash, seq FROM changed_items WHERE is_new = 0 AND hash NOT IN (SELECT hash FROM items)`;

/** Lists that name categories or species. */
const NAMING = ['/', '/mediabibliotheek', '/soorten', '/kaart'];

/**
 * Marks addresses that may change, in the transaction that changed the rows. It may mark too many: a page with the same
 * key is not rendered.
 */
export function markTouched(db: PublicDatabase, differences: Differences): void {
  const { isWhole, site, renamed, serial } = differences;
  for (const query of UNSETTLED) prepared(db, query).run();
  if (renamed) markPaths(db, [...renamed, ...NAMING], serial);
  for (const { touched, touchedLater } of kinds) {
    if (touched) prepared(db, mark(touched)).run({ serial });
    if (touchedLater) prepared(db, mark(touchedLater, true)).run({ serial });
  }
  prepared(db, UNUSED_MEDIA).run();
  if (site) markSite(db, site, serial);
  if (isWhole) {
    markAll(db, serial);
    // Makes the next publish check the whole folder.
    prepared(db, 'DELETE FROM build').run();
  } else if (isOtherList(db)) markPaths(db, [PAGES_PART], serial);
}

/** Whether a page listed in the sitemap was added or removed. */
function isOtherList(db: PublicDatabase): boolean {
  const query = 'SELECT path, path IN (SELECT path FROM pages) AS stands FROM dirty';
  const rows = prepared(db, query).all() as { path: string; stands: 0 | 1 }[]; // its columns
  return rows.some(({ path, stands }) => {
    const kind = listed.find(({ pattern }) => pattern.test(path));
    return kind !== undefined && (stands === 0 || !existsNow({ db } as Content, kind, path));
  });
}

function existsNow(content: Content, { all }: RouteKind, path: string): boolean {
  return valuesOf(content, `SELECT 1 FROM (${all}) WHERE path = ?`, path).length > 0;
}
