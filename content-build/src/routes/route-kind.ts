/** A kind of route: its addresses, those that a change touches, and the content of each. */
import type { SiteFacts } from '@veldlicht/contract/site-facts';
import type { ItemLink, PageData } from '@veldlicht/contract/snapshot';
import { type PublicDatabase, prepared } from '@veldlicht/database/public/public-database';

/** The public database for pages: the site's, or one with drafts. */
export interface Content {
  db: PublicDatabase;
  site: SiteFacts;
}

/**
 * Content of an address: a page to render, or a text. `facts` represent all of it, so that comparing parses nothing.
 */
export type Shown =
  | { page: PageData }
  | { facts: unknown; readonly page: PageData }
  | { facts: unknown; text: () => string };

export interface RouteKind {
  pattern: RegExp;
  /** Kind of its pages; null for texts, which do not depend on the settings. */
  kind: PageData['kind'] | null;
  /** Address of a page that exists only with some settings. */
  address?: string;
  /** SQL with the column `path`: all addresses. */
  all: string;
  /**
   * SQL with the columns `path` and `is_less`: addresses that may change with the tables of `CHANGED` (database,
   * project.ts). It may name too many, never too few.
   */
  touched?: string;
  /** The same for pages that only link to changed content; made after the pages that show it. */
  touchedLater?: string;
  /** Listed in part 0 of the sitemap. */
  isListed?: boolean;
  /** Null when there is no such page. */
  show: (content: Content, path: string) => Shown | null;
}

/** The caller knows the columns. */
export function rowsOf<Row>({ db }: Content, sql: string, ...values: unknown[]): Row[] {
  return prepared(db, sql).all(...values) as Row[];
}

/** Parses the first column, a JSON text. */
export function jsonOf<Value>(content: Content, sql: string, ...values: unknown[]): Value[] {
  return valuesOf<string>(content, sql, ...values).map((text) => JSON.parse(text));
}

/** A page that depends on `facts` alone; `make` is called when they differ. */
export function lazyPage(facts: unknown, make: () => PageData): Shown {
  let made: PageData | undefined;
  return {
    facts,
    get page() {
      made ??= make();
      return made;
    },
  };
}

/** Items found by SQL: `keys` go into the facts of a page, `read` is called when these differ. */
export function listFrom<Value>(
  content: Content,
  key: 'link_key' | 'card_key' | 'key',
  json: 'link' | 'item',
  from: string,
  values: unknown[],
) {
  return {
    keys: valuesOf<number>(content, `SELECT ${key} ${from}`, ...values),
    read: () => jsonOf<Value>(content, `SELECT ${json} ${from}`, ...values),
  };
}

export const linksFrom = (content: Content, from: string, ...values: unknown[]) =>
  listFrom<ItemLink>(content, 'link_key', 'link', from, values);

/** Values of the first column. */
export function valuesOf<Value>({ db }: Content, sql: string, ...values: unknown[]): Value[] {
  return prepared(db, sql)
    .pluck()
    .all(...values) as Value[];
}

/** SQL for items that were added, removed, or differ in one of these columns of `CHANGED`. */
export const differingIn = (...columns: string[]) => `
  SELECT seq FROM changed_items GROUP BY seq
  HAVING count(DISTINCT is_new) = 1 OR count(DISTINCT json_array(${columns.join()})) > 1`;

/** First number in an address. */
export const numberIn = (path: string) => Number(/\d+/.exec(path)?.[0]);
