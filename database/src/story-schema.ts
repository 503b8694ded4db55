/** The table of what the photographer tells. */
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

/** Of a field note or a series: a page that the photographer writes with items among the words (decision 076). */
const storyColumns = () => ({
  id: text().primaryKey(),
  kind: text({ enum: storyKinds }).notNull(),
  slug: text().notNull().unique('stories_slug_unique'),
  title: text().notNull(),
  date: text().notNull(),
  /** JSON of blocks (decision 119). Items stand in it by their id, so that they may go to the trash and come back. */
  body: text().notNull(),
  /** Id of an item, likewise without a reference. */
  cover: text(),
  status: text({ enum: mediaStatuses }).notNull(),
  publishFrom: integer(),
  publishUntil: integer(),
  /** As of items: positions that may be read, and whether others keep it off the site. */
  allowedPositions: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  withheld: integer({ mode: 'boolean' }).notNull().default(false),
  firstPublishedAt: integer(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  /** In the trash since then. */
  deletedAt: integer(),
  deletedBy: text(),
  /** As of items. */
  creationKey: text(),
  revision: integer().notNull().default(0),
});

/** As of items: every story, and those that are not in the trash. */
export const storyRows = sqliteTable('story_rows', storyColumns(), (table) => [
  uniqueIndex('stories_creation_key')
    .on(table.creationKey)
    .where(sql`${table.creationKey} is not null`),
  index('stories_newest').on(table.kind, table.date),
]);
export const stories = sqliteView('stories', storyColumns()).existing();
