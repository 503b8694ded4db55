/** Table of stories: field notes and series. */
import { mediaStatuses } from '@veldlicht/contract/media';
import { storyKinds } from '@veldlicht/contract/story';
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/** Columns of a story, for its table and for the view without the trash. */
const storyColumns = () => ({
  id: text().primaryKey(),
  kind: text({ enum: storyKinds }).notNull(),
  slug: text().notNull().unique('stories_slug_unique'),
  title: text().notNull(),
  date: text().notNull(),
  /** JSON of blocks (decision 023), with items by id, so that they may be deleted and restored. */
  body: text().notNull(),
  /** Id of an item, likewise without a reference. */
  cover: text(),
  status: text({ enum: mediaStatuses }).notNull(),
  publishFrom: integer(),
  publishUntil: integer(),
  /** As for items. */
  allowedPositions: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  withheld: integer({ mode: 'boolean' }).notNull().default(false),
  firstPublishedAt: integer(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  /** Since when it is in the trash. */
  deletedAt: integer(),
  deletedBy: text(),
  /** Idempotency key of the client. */
  creationKey: text(),
  revision: integer().notNull().default(0),
});

/** All stories, trash included. Writes use this table, reads the view `stories`. */
export const storyRows = sqliteTable('story_rows', storyColumns(), (table) => [
  uniqueIndex('stories_creation_key')
    .on(table.creationKey)
    .where(sql`${table.creationKey} is not null`),
  index('stories_newest').on(table.kind, table.date),
]);
export const stories = sqliteView('stories', storyColumns()).existing();
