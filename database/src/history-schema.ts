/** Tables of history (decision 007). */
import { historyEntities } from '@veldlicht/contract/history';
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/** Changes of content by one call of the API, or by the program. */
export const changes = sqliteTable(
  'changes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    actorId: text(),
    /** Username, which outlives the account; empty: the program. */
    actor: text().notNull(),
    /** The change that this one undoes. */
    undoes: integer(),
    /** Set within its transaction, for the triggers. */
    open: integer({ mode: 'boolean' }).notNull(),
  },
  (table) => [
    uniqueIndex('changes_open').on(table.open).where(sql`${table.open} = 1`),
    index('changes_undoes').on(table.undoes).where(sql`${table.undoes} is not null`),
  ],
);

/** Rows as they were before a change; written only by triggers (history-triggers.ts). */
export const history = sqliteTable(
  'history',
  {
    changeId: integer()
      .notNull()
      .references(() => changes.id, { onDelete: 'cascade' }),
    entity: text({ enum: historyEntities }).notNull(),
    id: text().notNull(),
    /** JSON of the row; null: it did not exist. */
    before: text(),
    /** File of an item, which the clean-up then keeps. */
    fileHash: text(),
  },
  (table) => [
    primaryKey({ columns: [table.changeId, table.entity, table.id] }),
    index('history_thing').on(table.entity, table.id, table.changeId),
    index('history_file').on(table.fileHash).where(sql`${table.fileHash} is not null`),
  ],
);
