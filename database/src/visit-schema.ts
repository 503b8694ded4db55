/** Tables of how often pages were looked at. Who looked stands nowhere, nor anything to know them by (decision 081). */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Views by day, as the calendar of the owner has it, and page. */
export const visits = sqliteTable(
  'visits',
  {
    /** yyyy-mm-dd */
    day: text().notNull(),
    /** A path of the site. */
    page: text().notNull(),
    views: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.page] })],
);

/** And by day and the site whose link was followed. */
export const visitSources = sqliteTable(
  'visit_sources',
  {
    day: text().notNull(),
    /** Host alone; empty for none. */
    host: text().notNull(),
    views: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.host] })],
);

/** How far each file of access records has been counted; moves in the transaction of its counts. */
export const visitFiles = sqliteTable('visit_files', {
  /** Begin of its first line, with a moment in it: it stays when the file is renamed, moved or restored. */
  head: text().primaryKey(),
  /** Bytes that are counted. */
  position: integer().notNull(),
  countedAt: integer().notNull(),
});
