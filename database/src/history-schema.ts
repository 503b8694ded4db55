/** Tables of how content was before (decision 112). */
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

/** What one call of the API, or the program itself, did to content. */
export const changes = sqliteTable(
  'changes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    actorId: text(),
    /** The name stays readable after the account is gone; empty: the program. */
    actor: text().notNull(),
    /** The change that this one takes back. */
    undoes: integer(),
    /** Within its transaction, for the triggers, which can't see anything else. */
    open: integer({ mode: 'boolean' }).notNull(),
  },
  (table) => [
    uniqueIndex('changes_open').on(table.open).where(sql`${table.open} = 1`),
    index('changes_undoes').on(table.undoes).where(sql`${table.undoes} is not null`),
  ],
);

/** Things as they were before a change that touched them; written by triggers alone (history-triggers.ts). */
export const history = sqliteTable(
  'history',
  {
    changeId: integer()
      .notNull()
      .references(() => changes.id, { onDelete: 'cascade' }),
    entity: text({ enum: historyEntities }).notNull(),
    id: text().notNull(),
    /** JSON of the row; null: it was not there. */
    before: text(),
    /** Of an item: keeps the file from the clean-up. */
    fileHash: text(),
  },
  (table) => [
    primaryKey({ columns: [table.changeId, table.entity, table.id] }),
    index('history_thing').on(table.entity, table.id, table.changeId),
    index('history_file').on(table.fileHash).where(sql`${table.fileHash} is not null`),
  ],
);
