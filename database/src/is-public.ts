/** Which items belong on the site, apart from when (their window) and with which picture: one rule in three forms. */
import { and, eq } from 'drizzle-orm';
import { media } from './schema.ts';

/** SQL on the table `media`, by its name in the query. */
export function isListedSql(table: string): string {
  return `(${table}.status = 'published' AND ${table}.withheld = 0)`;
}

/** A condition on `media`. */
export const whereListed = and(eq(media.status, 'published'), eq(media.withheld, false));

/** The same of a row. */
export function isListed(row: Pick<typeof media.$inferSelect, 'status' | 'withheld'>): boolean {
  return row.status === 'published' && !row.withheld;
}
