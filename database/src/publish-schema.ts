/**
 * Tables of what the publisher keeps: how far the site has come, its publishes, what left it, addresses of
 * before it, builds elsewhere.
 */
import type { MovedWish } from '@veldlicht/contract/moving';
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One row, id 1: how far content and site have come. */
export const contentState = sqliteTable('content_state', {
  id: integer().primaryKey(),
  /** By chance, another one after each restore of a backup: revisions mean something within one only. */
  epoch: text().notNull().default(''),
  /** The rules that all texts and places were last held against (rules-version.ts). */
  rules: text(),
  /** Rises by one with every change of content. */
  revision: integer().notNull().default(0),
  /** The newest revision that a publish has dealt with. */
  publishedRevision: integer().notNull().default(0),
  /** Moments of the first and the last change that no publish has dealt with. */
  firstChangeAt: integer(),
  lastChangeAt: integer(),
  releaseId: text(),
  publishedAt: integer(),
  running: integer({ mode: 'boolean' }).notNull().default(false),
  pagesDone: integer().notNull().default(0),
  pagesTotal: integer().notNull().default(0),
  error: text(),
  /** Raised by Retry and by the command line: publish even when nothing changed. */
  retryAt: integer(),
  /** Since when a publish runs. */
  startedAt: integer(),
  /** Failures in a row at `failedRevision`, and when the next try comes by itself (null: it does not). */
  failedCount: integer().notNull().default(0),
  failedRevision: integer(),
  nextTryAt: integer(),
  /** The moment for which the site was last made: what begins or ends later is still to come. */
  shownAt: integer(),
});

/** Every attempt to publish; good ones that another has taken the place of are `gone`. */
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
  /** The newest entry of the audit log that it knows of. */
  auditId: integer(),
  /** Last lines of a failed attempt. */
  log: text({ mode: 'json' }).$type<string[]>(),
});

/**
 * Addresses that an item or a story had in public and has no more: given to no other, and answered with 410
 * (decision 043). Kept for good.
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

/** Items that are there no more, until the public database has passed the revision at which they went. */
export const deletedItems = sqliteTable('deleted_items', {
  seq: integer().primaryKey(),
  revision: integer().notNull(),
});

/** Where addresses of a site that this one took the place of lead: their key (redirects.ts), and a path of this site. */
export const redirects = sqliteTable(
  'redirects',
  { path: text().primaryKey(), target: text().notNull() },
  // Browsers read two slashes, and a slash and a backslash, as the start of a host.
  (table) => [
    check('redirects_target', sql`${table.target} = '/' OR ${table.target} GLOB '/[^/\\]*'`),
  ],
);

/** What moved in from elsewhere, by its name there: never brought twice (decision 126). */
export const movedIn = sqliteTable(
  'moved_in',
  {
    /** `flickr:123`. */
    key: text().primaryKey(),
    kind: text({ enum: ['item', 'note', 'series'] }).notNull(),
    /** Id of the item or the story. No reference: what was deleted here stays away. */
    subjectId: text().notNull(),
    /** What it is to be once it is published. */
    wish: text({ mode: 'json' }).$type<MovedWish>().notNull(),
    /** Waits as a draft for the press that publishes what was public. */
    waits: integer({ mode: 'boolean' }).notNull(),
  },
  (table) => [index('moved_in_subject').on(table.subjectId)],
);

/** Old addresses of what moved in, by their key (redirects.ts); they lead to where it is now. */
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

/** States of a build elsewhere: `calling` until the call was taken, `called` until its job says something. */
const ciStates = ['calling', 'called', 'running', 'live', 'failed'] as const;

/** Snapshots that a job elsewhere was called for; the newest one has the highest revision. */
export const ciBuilds = sqliteTable('ci_builds', {
  snapshotId: text().primaryKey(),
  revision: integer().notNull(),
  state: text({ enum: ciStates }).notNull().default('calling'),
  calledAt: integer().notNull(),
  /** The last sign of life of its job. */
  reportedAt: integer(),
  /** The last lines that its job wrote, for people. */
  log: text().notNull().default(''),
  pagesTotal: integer().notNull().default(0),
  bytes: integer().notNull().default(0),
  /** The publisher has taken note that it is live. */
  settled: integer({ mode: 'boolean' }).notNull().default(false),
});
