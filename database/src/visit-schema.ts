/** Tables of views, without data about visitors (decision 030). */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Views by day (in Amsterdam) and page. */
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

/** Views by day and referring site. */
export const visitSources = sqliteTable(
  'visit_sources',
  {
    day: text().notNull(),
    /** Host name; empty for none. */
    host: text().notNull(),
    views: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.host] })],
);

/** How far each access log has been counted, written in the transaction of the counts. */
export const visitFiles = sqliteTable('visit_files', {
  /** Start of its first line, which has a time: it identifies the file when it is renamed or moved. */
  head: text().primaryKey(),
  /** Bytes counted. */
  position: integer().notNull(),
  countedAt: integer().notNull(),
});
