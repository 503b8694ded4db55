/** Rules for what is on the site (listed, and within its schedule), as SQL and as conditions. */
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { media, stories } from './schema.ts';

/** SQL on `media` or `stories`, by its name in the query. */
export function isListedSql(table: string): string {
  return `(${table}.status = 'published' AND ${table}.withheld = 0)`;
}

/** A condition on `media`. */
export const whereListed = and(eq(media.status, 'published'), eq(media.withheld, false));

/** A condition on `stories`. */
export const whereStoryListed = and(eq(stories.status, 'published'), eq(stories.withheld, false));

/** The same for a row. */
export function isListed(row: Pick<typeof media.$inferSelect, 'status' | 'withheld'>): boolean {
  return row.status === 'published' && !row.withheld;
}

/** Schedule in milliseconds since 1970; null: open on that side. */
export type PublishWindow = Pick<typeof media.$inferSelect, 'publishFrom' | 'publishUntil'>;

/** SQL on the table `media` or `stories`, by its name in the query, with a parameter `@moment`. */
export function isInTimeSql(table: string): string {
  return `((${table}.publish_from IS NULL OR ${table}.publish_from <= @moment)
  AND (${table}.publish_until IS NULL OR ${table}.publish_until > @moment))`;
}

/** A condition on `media` or `stories`. */
export const whereInTime = (moment: number, table: typeof media | typeof stories = media) =>
  and(
    or(isNull(table.publishFrom), lte(table.publishFrom, moment)),
    or(isNull(table.publishUntil), gt(table.publishUntil, moment)),
  );
