/** What is said of a kind of address: which there are, which of them a change touches, and what one shows. */
import type { SiteFacts } from '@veldlicht/contract/site-facts';
import type { ItemLink, PageData } from '@veldlicht/contract/snapshot';
import { type PublicDatabase, prepared } from '@veldlicht/database/public/public-database';

/** The public database as pages read it: of the site, or with drafts in front of it. */
export interface Content {
  db: PublicDatabase;
  site: SiteFacts;
}

/**
 * What stands at an address: a page for the site to render, or a text as it is. Of one that lists much, all follows
 * from `facts`, so that nothing is parsed to find that it stays as it is.
 */
export type Shown =
  | { page: PageData }
  | { facts: unknown; readonly page: PageData }
  | { facts: unknown; text: () => string };

export interface RouteKind {
  pattern: RegExp;
  /** Kind of its pages; null for texts, which show nothing of the settings. */
  kind: PageData['kind'] | null;
  /** Where a page stands that only some settings have. */
  address?: string;
  /** SQL with a column `path`: every address there is. */
  all: string;
  /**
   * SQL with two columns, `path` and `is_less`: addresses that may show otherwise what differs by the tables of
   * `CHANGED` (database, project.ts). It may name too many, never too few.
   */
  touched?: string;
  /** The same for addresses that lead to what differs, and are made after those that show it. */
  touchedLater?: string;
  /** Whether part 0 of the sitemap lists its addresses. */
  isListed?: boolean;
  /** What an address of this kind shows now; null when there is no such page. */
  show: (content: Content, path: string) => Shown | null;
}

/** Rows of a query. The caller knows its columns. */
export function rowsOf<Row>({ db }: Content, sql: string, ...values: unknown[]): Row[] {
  return prepared(db, sql).all(...values) as Row[];
}

/** The first column of a query of JSON texts, parsed. */
export function jsonOf<Value>(content: Content, sql: string, ...values: unknown[]): Value[] {
  return valuesOf<string>(content, sql, ...values).map((text) => JSON.parse(text));
}

/** A page that all follows from `facts`; `make` is called when it differs. */
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

/**
 * Items that SQL finds: a page that shows them is compared by `keys`, which follow from what it shows, and has `read`
 * called when it differs.
 */
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

/** The first column of a query. */
export function valuesOf<Value>({ db }: Content, sql: string, ...values: unknown[]): Value[] {
  return prepared(db, sql)
    .pluck()
    .all(...values) as Value[];
}

/** SQL for the items that came, went, or differ in one of these columns of `CHANGED`. */
export const differingIn = (...columns: string[]) => `
  SELECT seq FROM changed_items GROUP BY seq
  HAVING count(DISTINCT is_new) = 1 OR count(DISTINCT json_array(${columns.join()})) > 1`;

/** The number in an address that has one. */
export const numberIn = (path: string) => Number(/\d+/.exec(path)?.[0]);
