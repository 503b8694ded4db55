/**
 * Tables of the publisher: state, attempts, ended addresses, redirects, moved content and CI builds.
 */
import type { MovedWish } from '@veldlicht/contract/moving';
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** State of content and site; one row, id 1. */
export const contentState = sqliteTable('content_state', {
  id: integer().primaryKey(),
  /** Random, renewed by each restore: revisions are comparable within an epoch only. */
  epoch: text().notNull().default(''),
  /** Version of the rules last applied to all content (rules-version.ts). */
  rules: text(),
  /** Rises by one with every change of content. */
  revision: integer().notNull().default(0),
  /** Newest published revision. */
  publishedRevision: integer().notNull().default(0),
  /** Times of the first and the last unpublished change. */
  firstChangeAt: integer(),
  lastChangeAt: integer(),
  releaseId: text(),
  publishedAt: integer(),
  running: integer({ mode: 'boolean' }).notNull().default(false),
  pagesDone: integer().notNull().default(0),
  pagesTotal: integer().notNull().default(0),
  error: text(),
  /** Set by Retry and by commands: publish even without changes. */
  retryAt: integer(),
  /** Start of the running publish. */
  startedAt: integer(),
  /** Consecutive failures at `failedRevision`, and time of the next attempt (null: none). */
  failedCount: integer().notNull().default(0),
  failedRevision: integer(),
  nextTryAt: integer(),
  /** The moment the site was last published for; later schedules are still to come. */
  shownAt: integer(),
});

/** Attempts to publish; superseded successful ones are `gone`. */
export const releases = sqliteTable('releases', {
  id: text().primaryKey(),
  revision: integer().notNull(),
  createdAt: integer().notNull(),
  state: text({ enum: ['live', 'gone', 'failed'] }).notNull(),
  pagesRendered: integer().notNull(),
  pagesTotal: integer().notNull(),
  durationMs: integer().notNull(),
  bytes: integer().notNull(),
  error: text(),
  /** Newest entry of the audit log at that moment. */
  auditId: integer(),
  /** Last lines of a failed attempt. */
  log: text({ mode: 'json' }).$type<string[]>(),
});

/**
 * Former public addresses of items and stories: never reused, and answered with 410 (decision 006). Kept for ever.
 */
export const endedAddresses = sqliteTable(
  'ended_addresses',
  {
    slug: text().primaryKey(),
    /** Its last four digits. */
    ending: text().notNull(),
    revision: integer().notNull(),
  },
  (table) => [index('ended_addresses_ending').on(table.ending)],
);

/** Deleted items, until the public database has passed the revision of the deletion. */
export const deletedItems = sqliteTable('deleted_items', {
  seq: integer().primaryKey(),
  revision: integer().notNull(),
});

/** Redirects from an earlier site: key of the old address (redirects.ts), and a path of this site. */
export const redirects = sqliteTable(
  'redirects',
  { path: text().primaryKey(), target: text().notNull() },
  // Browsers read two slashes, and a slash and a backslash, as the start of a host.
  (table) => [
    check('redirects_target', sql`${table.target} = '/' OR ${table.target} GLOB '/[^/\\]*'`),
  ],
);

/** Imported content by its key at the source, so that it is imported once (decision 029). */
export const movedIn = sqliteTable(
  'moved_in',
  {
    /** `flickr:123`. */
    key: text().primaryKey(),
    kind: text({ enum: ['item', 'note', 'series'] }).notNull(),
    /** Id of the item or the story. No reference: deleted content is not imported again. */
    subjectId: text().notNull(),
    /** Fields to apply once it is published. */
    wish: text({ mode: 'json' }).$type<MovedWish>().notNull(),
    /** A draft that was public at its source, to be published by one button. */
    waits: integer({ mode: 'boolean' }).notNull(),
  },
  (table) => [index('moved_in_subject').on(table.subjectId)],
);

/** Old addresses of imported content, by key (redirects.ts). */
export const movedAddresses = sqliteTable(
  'moved_addresses',
  {
    path: text().primaryKey(),
    movedKey: text()
      .notNull()
      .references(() => movedIn.key, { onDelete: 'cascade' }),
  },
  (table) => [index('moved_addresses_of').on(table.movedKey)],
);

/** States of a CI build: `calling` until the webhook is accepted, `called` until the job reports. */
const ciStates = ['calling', 'called', 'running', 'live', 'failed'] as const;

/** CI builds; the newest has the highest revision. */
export const ciBuilds = sqliteTable('ci_builds', {
  snapshotId: text().primaryKey(),
  revision: integer().notNull(),
  state: text({ enum: ciStates }).notNull().default('calling'),
  calledAt: integer().notNull(),
  /** Last report of the job. */
  reportedAt: integer(),
  /** Last lines of the job's log. */
  log: text().notNull().default(''),
  pagesTotal: integer().notNull().default(0),
  bytes: integer().notNull().default(0),
  /** The publisher has handled that it is live. */
  settled: integer({ mode: 'boolean' }).notNull().default(false),
});
