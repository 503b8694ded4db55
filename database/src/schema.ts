/**
 * Tables. Times are whole milliseconds since 1970 (UTC); ids are opaque strings made by `newId`.
 * Content tables carry `revision`: triggers (triggers.ts) stamp it from `content_state` at every
 * change, in the same transaction, so that the publisher knows what changed and nobody can forget.
 * After a change here run `npm run migration -w database -- <name>`.
 */

import { type AuditFacts, auditActions, auditEntities } from '@veldlicht/contract/audit';
import { categoryTypes } from '@veldlicht/contract/category';
import type { DraftFailure, DraftFields, DraftLot, FileNotes } from '@veldlicht/contract/draft';
import type { FileFacts } from '@veldlicht/contract/file-facts';
import type { GridArea } from '@veldlicht/contract/grid-area';
import { type GuardReason, guardLevels } from '@veldlicht/contract/guard';
import { locationPrivacies } from '@veldlicht/contract/location';
import {
  type CameraFacts,
  mediaStatuses,
  mediaTypes,
  processingStates,
} from '@veldlicht/contract/media';
import type { Rendition } from '@veldlicht/contract/renditions';
import type { SiteProfile } from '@veldlicht/contract/settings';
import { lifeStages, sightings } from '@veldlicht/contract/species';
import { speciesGroups } from '@veldlicht/contract/species-groups';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { ofUser, users } from './account-schema.ts';

export * from './account-schema.ts';
export * from './contact-schema.ts';
export * from './guard-schema.ts';
export * from './history-schema.ts';
export * from './publish-schema.ts';
export * from './story-schema.ts';
export * from './visit-schema.ts';

export const categories = sqliteTable(
  'categories',
  {
    id: text().primaryKey(),
    type: text({ enum: categoryTypes }).notNull(),
    name: text().notNull(),
    description: text(),
    sortOrder: integer().notNull(),
    revision: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('categories_name').on(table.type, sql`lower(${table.name})`),
    index('categories_order').on(table.type, table.sortOrder),
    check('categories_sort_order', sql`${table.sortOrder} >= 1`),
  ],
);

/** One stored original, by content: the same bytes are stored once. */
export const files = sqliteTable('files', {
  /** First 32 hex digits of the SHA-256 of the bytes. */
  hash: text().primaryKey(),
  type: text({ enum: mediaTypes }).notNull(),
  /** Extension of the original below originals/, decided by its bytes. */
  extension: text().notNull(),
  bytes: integer().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  duration: real(),
  placeholder: text(),
  color: text(),
  camera: text({ mode: 'json' }).$type<CameraFacts>().notNull().default({}),
  /** From metadata; private. */
  facts: text({ mode: 'json' }).$type<Partial<FileFacts>>().notNull().default({}),
  /** All files that exist below renditions/<hash>/; the hash of each is not known of earlier ones. */
  renditions: text({ mode: 'json' })
    .$type<(Rendition & { sha256?: string })[]>()
    .notNull()
    .default([]),
  processing: text({ enum: processingStates }).notNull(),
  processingError: text(),
  /** Percent of a video that is encoded; null when that is not known. */
  progress: integer(),
  createdAt: integer().notNull(),
  /** Since when nothing refers to it; the original goes 24 h later. */
  orphanedAt: integer(),
});

/** An area by its centre; `grid` is null outside the Low Countries. */
export interface StoredArea {
  lat: number;
  lon: number;
  grid: GridArea | null;
}

/** Of an item, in its table and in the view of those that are not in the trash. */
const mediaColumns = () => ({
  /** Age order that never repeats: index chunks and archive pages are cut by it. */
  seq: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull().unique('media_id_unique'),
  slug: text().notNull().unique('media_slug_unique'),
  type: text({ enum: mediaTypes }).notNull(),
  title: text().notNull(),
  description: text(),
  location: text(),
  locationPrivacy: text({ enum: locationPrivacies }).notNull(),
  /** "Exact" was chosen by hand, against the rule: a newer rule leaves it alone (decision 041). */
  exactChosen: integer({ mode: 'boolean' }).notNull().default(false),
  date: text(),
  categoryId: text()
    .notNull()
    .references(() => categories.id, { onDelete: 'restrict' }),
  featured: integer({ mode: 'boolean' }).notNull().default(false),
  status: text({ enum: mediaStatuses }).notNull().default('published'),
  /** A published item is to be seen from this moment on; null: at once. */
  publishFrom: integer(),
  /** And no longer from this one on; null: for good. */
  publishUntil: integer(),
  alt: text(),
  focusX: real().notNull().default(0.5),
  focusY: real().notNull().default(0.5),
  /** Chosen for the home page, and for its category: at most one item each (triggers). */
  hero: integer({ mode: 'boolean' }).notNull().default(false),
  cover: integer({ mode: 'boolean' }).notNull().default(false),
  /** What the file was called when it was uploaded; private. */
  originalName: text(),
  fileHash: text()
    .notNull()
    .references(() => files.hash, { onDelete: 'restrict' }),
  /** What visitors keep seeing until the file that replaced it is ready. */
  previousFileHash: text().references(() => files.hash, { onDelete: 'restrict' }),
  /** The slug is fixed from then on (product decisions §2). */
  firstPublishedAt: integer(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  revision: integer().notNull().default(0),
  /** Positions in its public texts that the owner lets visitors read; any other one withholds the item. */
  allowedPositions: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  /** Kept off the site: a public text holds a position that is not allowed (`checkPublicTexts`). */
  withheld: integer({ mode: 'boolean' }).notNull().default(false),
  /** How strictly the guard keeps its place and date, and why (apply-guard.ts). */
  guard: text({ enum: guardLevels }),
  guardReasons: text({ mode: 'json' }).$type<GuardReason[]>().notNull().default([]),
  /** The area of its outing, which is told instead of its own (apply-guard.ts). */
  guardArea: text({ mode: 'json' }).$type<StoredArea>(),
  /** Species whose names are in its words that it does not show, as somebody said. */
  notShown: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  /** Its place in the order of ages while it is guarded: by chance, at the start of its month. */
  guardOrder: real(),
  /** Between which moments it was taken. */
  takenFrom: integer(),
  takenUntil: integer(),
  /** Given by who asked for it, so that a call that is made again makes no second item (decision 036). */
  creationKey: text(),
  /** In the trash since then; by whom. */
  deletedAt: integer(),
  deletedBy: text(),
});

/** Every item, those in the trash too: what writes names it; what reads, `media` (decision 112). */
export const mediaRows = sqliteTable('media_rows', mediaColumns(), (table) => [
  uniqueIndex('media_creation_key')
    .on(table.creationKey)
    .where(sql`${table.creationKey} is not null`),
  index('media_newest').on(table.createdAt, table.seq),
  index('media_category').on(table.categoryId),
  index('media_file').on(table.fileHash),
  index('media_previous_file').on(table.previousFileHash),
  index('media_revision').on(table.revision),
  index('media_taken').on(table.takenFrom),
  index('media_publish_from').on(table.publishFrom).where(sql`${table.publishFrom} is not null`),
  index('media_publish_until').on(table.publishUntil).where(sql`${table.publishUntil} is not null`),
  // Few are: each publish asks whether one is, in all and in a category.
  index('media_guarded').on(table.categoryId).where(sql`${table.guard} is not null`),
  index('media_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
]);

/** Items that are not in the trash (triggers.ts). */
export const media = sqliteView('media', mediaColumns()).existing();

/** Words from files that the owner wants as no tag, as `foldName` has them; never proposed again. */
export const declinedKeywords = sqliteTable('declined_keywords', { word: text().primaryKey() });

/** Items whose place a newer rule tells less exactly, until somebody has seen the notice (decision 041). */
export const protectedPlaces = sqliteTable('protected_places', {
  mediaSeq: integer()
    .primaryKey()
    .references(() => mediaRows.seq, { onDelete: 'cascade' }),
});

export const mediaTags = sqliteTable(
  'media_tags',
  {
    mediaSeq: integer()
      .notNull()
      .references(() => mediaRows.seq, { onDelete: 'cascade' }),
    tagId: text()
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.mediaSeq, table.tagId] }),
    index('media_tags_tag').on(table.tagId),
  ],
);

export const species = sqliteTable(
  'species',
  {
    scientificName: text().primaryKey(),
    dutchName: text(),
    englishName: text(),
    groupName: text({ enum: speciesGroups }).notNull(),
    family: text(),
    /** Other scientific names it goes by. */
    synonyms: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** What its page opens with: text of the owner, and the id of an item that shows it. */
    words: text(),
    picture: text(),
    /** Added or corrected by the owner: a newer list leaves it alone. */
    own: integer({ mode: 'boolean' }).notNull().default(false),
  },
  // Few of many: each publish asks for them.
  (table) => [index('species_own').on(table.scientificName).where(sql`${table.own}`)],
);

/** What an item shows, in the owner's order. */
export const mediaSpecies = sqliteTable(
  'media_species',
  {
    mediaSeq: integer()
      .notNull()
      .references(() => mediaRows.seq, { onDelete: 'cascade' }),
    scientificName: text()
      .notNull()
      .references(() => species.scientificName, { onDelete: 'restrict' }),
    position: integer().notNull(),
    kind: text({ enum: sightings }).notNull().default('wild'),
    lifeStage: text({ enum: lifeStages }),
    nest: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.mediaSeq, table.scientificName] }),
    index('media_species_name').on(table.scientificName),
  ],
);

/** One row, id 1. */
export const settings = sqliteTable(
  'settings',
  {
    id: integer().primaryKey(),
    googleAnalyticsId: text(),
    enforce2fa: integer({ mode: 'boolean' }).notNull().default(false),
    profile: text({ mode: 'json' }).$type<Partial<SiteProfile>>().notNull().default({}),
    /** Replied messages go after so many months; null: never. */
    contactRetentionMonths: integer(),
    /** Views are counted from this moment on; null: not at all. */
    visitsSince: integer().default(0),
    revision: integer().notNull().default(0),
  },
  (table) => [check('settings_one_row', sql`${table.id} = 1`)],
);

/** A permission to PUT one file once. */
export const uploads = sqliteTable(
  'uploads',
  {
    /** 32 hex digits, made by us; part of the signed address. */
    key: text().primaryKey(),
    userId: ofUser(),
    state: text({ enum: ['issued', 'receiving', 'received', 'finalised'] }).notNull(),
    expiresAt: integer().notNull(),
    createdAt: integer().notNull(),
    /** Set when finalised. */
    fileHash: text(),
  },
  (table) => [index('uploads_user').on(table.userId)],
);

/** What is in no column of its own: names of tags may change. */
export type StoredFields = Omit<DraftFields, 'category' | 'tags'> & { tagIds: string[] };

/**
 * Files on their way to becoming media items (decision 118). They are no content: no trigger numbers or keeps their
 * changes, and discarding one leaves nothing but its file, which goes with the orphans.
 */
export const drafts = sqliteTable(
  'drafts',
  {
    /** The order in which they were chosen. */
    seq: integer().primaryKey({ autoIncrement: true }),
    /** Chosen by who made it; becomes the creation key of the item. */
    id: text().notNull().unique('drafts_id_unique'),
    /** Whose it is; null when the account is gone, and then it is everybody's. */
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    /** By what a program knows the photo; what programs send is everybody's. */
    remoteId: text(),
    /** Of the file, as the browser or the program tells them. */
    name: text().notNull(),
    size: integer().notNull(),
    modified: integer(),
    categoryId: text().references(() => categories.id, { onDelete: 'set null' }),
    fields: text({ mode: 'json' }).$type<StoredFields>().notNull(),
    edited: text({ mode: 'json' }).$type<string[]>().notNull(),
    notes: text({ mode: 'json' }).$type<FileNotes>().notNull(),
    lot: text({ mode: 'json' }).$type<DraftLot>().notNull(),
    /** The upload that brings its bytes. */
    uploadKey: text(),
    fileHash: text().references(() => files.hash, { onDelete: 'restrict' }),
    failure: text({ mode: 'json' }).$type<DraftFailure>(),
    createdAt: integer().notNull(),
    /** Last touched by its owner, or by its file. */
    updatedAt: integer().notNull(),
  },
  (table) => [
    index('drafts_file').on(table.fileHash),
    index('drafts_upload').on(table.uploadKey),
    uniqueIndex('drafts_remote').on(table.userId, table.remoteId),
  ],
);

export const jobKinds = [
  'inspect',
  'renditions',
  'remove',
  'preview',
  'remake',
  'versions',
  'backup',
] as const;
const jobStates = ['waiting', 'running', 'done', 'failed'] as const;

/** Work for the content-build worker; the only seam between it and the API. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: jobKinds }).notNull(),
    /** What the job is about: an upload key, a content hash, a stored name, a page or why. At most one open job per subject. */
    subject: text().notNull(),
    /** Higher goes first. */
    priority: integer().notNull().default(0),
    state: text({ enum: jobStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Not before this moment. */
    runAt: integer().notNull(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
    /** Whatever the job answers, checked by who reads it. */
    result: text({ mode: 'json' }).$type<unknown>(),
    error: text(),
  },
  (table) => [
    index('jobs_next').on(table.state, table.priority, table.id),
    uniqueIndex('jobs_open')
      .on(table.kind, table.subject)
      .where(sql`${table.state} in ('waiting', 'running')`),
  ],
);

/** Who did what, when. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    actorId: text(),
    actor: text().notNull(),
    action: text({ enum: auditActions }).notNull(),
    entity: text({ enum: auditEntities }).notNull(),
    entityId: text(),
    summary: text().notNull(),
    facts: text({ mode: 'json' }).$type<AuditFacts>(),
    /** The change in history that this entry describes, if it can be undone. */
    changeId: integer(),
  },
  (table) => [
    index('audit_log_at').on(table.at),
    index('audit_log_actor').on(table.actor),
    index('audit_log_entity').on(table.entity),
    index('audit_log_change').on(table.changeId),
  ],
);
