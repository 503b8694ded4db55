/**
 * Tables. Times are whole milliseconds since 1970 (UTC); ids are opaque strings made by `newId`.
 * Content tables have `revision`: triggers (triggers.ts) stamp it from `content_state` at every change, in the same
 * transaction, so that the publisher finds all changes.
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
  /** Facts from metadata; private. */
  facts: text({ mode: 'json' }).$type<Partial<FileFacts>>().notNull().default({}),
  /** All files below renditions/<hash>/; older ones have no `sha256`. */
  renditions: text({ mode: 'json' })
    .$type<(Rendition & { sha256?: string })[]>()
    .notNull()
    .default([]),
  processing: text({ enum: processingStates }).notNull(),
  processingError: text(),
  /** Percent of a video that is encoded; null when unknown. */
  progress: integer(),
  createdAt: integer().notNull(),
  /** Since when nothing refers to it; the original is deleted 24 h later. */
  orphanedAt: integer(),
});

/** An area by its centre; `grid` is null outside the Low Countries. */
export interface StoredArea {
  lat: number;
  lon: number;
  grid: GridArea | null;
}

/** Columns of an item, for its table and for the view without the trash. */
const mediaColumns = () => ({
  /** Order by age, never reused: index chunks and archive pages are cut by it. */
  seq: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull().unique('media_id_unique'),
  slug: text().notNull().unique('media_slug_unique'),
  type: text({ enum: mediaTypes }).notNull(),
  title: text().notNull(),
  description: text(),
  location: text(),
  locationPrivacy: text({ enum: locationPrivacies }).notNull(),
  /** A user chose "exact" against the rule, which newer rules respect (decision 020). */
  exactChosen: integer({ mode: 'boolean' }).notNull().default(false),
  date: text(),
  categoryId: text()
    .notNull()
    .references(() => categories.id, { onDelete: 'restrict' }),
  featured: integer({ mode: 'boolean' }).notNull().default(false),
  status: text({ enum: mediaStatuses }).notNull().default('published'),
  /** A published item is public from this moment on; null: at once. */
  publishFrom: integer(),
  /** Until this moment; null: for good. */
  publishUntil: integer(),
  alt: text(),
  focusX: real().notNull().default(0.5),
  focusY: real().notNull().default(0.5),
  /** Picture of the home page, and cover of its category; triggers keep one of each. */
  hero: integer({ mode: 'boolean' }).notNull().default(false),
  cover: integer({ mode: 'boolean' }).notNull().default(false),
  /** Name of the uploaded file; private. */
  originalName: text(),
  fileHash: text()
    .notNull()
    .references(() => files.hash, { onDelete: 'restrict' }),
  /** The public file until its replacement is ready. */
  previousFileHash: text().references(() => files.hash, { onDelete: 'restrict' }),
  /** Fixes the slug. */
  firstPublishedAt: integer(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  revision: integer().notNull().default(0),
  /** Positions in its public texts that the owner allowed; any other withholds the item. */
  allowedPositions: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  /** Kept off the site by a position in a public text (`checkPublicTexts`). */
  withheld: integer({ mode: 'boolean' }).notNull().default(false),
  /** Level and reasons of the guard (apply-guard.ts). */
  guard: text({ enum: guardLevels }),
  guardReasons: text({ mode: 'json' }).$type<GuardReason[]>().notNull().default([]),
  /** Area of its outing, the public place of a guarded item (apply-guard.ts). */
  guardArea: text({ mode: 'json' }).$type<StoredArea>(),
  /** Species that its texts name but that a user said it does not show. */
  notShown: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  /** Sort position of a guarded item: random, at the start of its month. */
  guardOrder: real(),
  /** Period in which it was taken. */
  takenFrom: integer(),
  takenUntil: integer(),
  /** Idempotency key of the client (decision 024). */
  creationKey: text(),
  /** Since when it is in the trash, and who put it there. */
  deletedAt: integer(),
  deletedBy: text(),
});

/** All items, trash included. Writes use this table, reads the view `media` (decision 007). */
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
  // Few items: each publish asks whether there is one, in all and in a category.
  index('media_guarded').on(table.categoryId).where(sql`${table.guard} is not null`),
  index('media_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
]);

/** Items that are not in the trash (triggers.ts). */
export const media = sqliteView('media', mediaColumns()).existing();

/** Keywords, folded by `foldName`, that are no longer proposed as tags. */
export const declinedKeywords = sqliteTable('declined_keywords', { word: text().primaryKey() });

/** Items whose place a newer rule made less exact, until the notice is read (decision 020). */
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
    /** Other scientific names. */
    synonyms: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Text of the owner, and id of the lead item, on its page. */
    words: text(),
    picture: text(),
    /** Added or corrected by the owner, which newer lists respect. */
    own: integer({ mode: 'boolean' }).notNull().default(false),
  },
  // Few rows, which each publish reads.
  (table) => [index('species_own').on(table.scientificName).where(sql`${table.own}`)],
);

/** Species of items, in the owner's order. */
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
    /** Months after which replied messages are deleted; null: never. */
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
    /** 32 random hex digits; part of the signed address. */
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

/** Fields of a draft without a column of their own; tags by id, since names may change. */
export type StoredFields = Omit<DraftFields, 'category' | 'tags'> & { tagIds: string[] };

/**
 * Drafts of media items (decision 024). They are no content: triggers neither count nor store their changes, and a
 * discarded one leaves only its file, which is deleted as an orphan.
 */
export const drafts = sqliteTable(
  'drafts',
  {
    /** Order of selection. */
    seq: integer().primaryKey({ autoIncrement: true }),
    /** Chosen by the client; becomes the creation key of the item. */
    id: text().notNull().unique('drafts_id_unique'),
    /** Owner; null after the account is deleted: the draft is then shared by all users. */
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    /** Id that a program gave the photo; such drafts are shared by all users. */
    remoteId: text(),
    /** Facts of the file, as the client states them. */
    name: text().notNull(),
    size: integer().notNull(),
    modified: integer(),
    categoryId: text().references(() => categories.id, { onDelete: 'set null' }),
    fields: text({ mode: 'json' }).$type<StoredFields>().notNull(),
    edited: text({ mode: 'json' }).$type<string[]>().notNull(),
    notes: text({ mode: 'json' }).$type<FileNotes>().notNull(),
    lot: text({ mode: 'json' }).$type<DraftLot>().notNull(),
    /** Upload of its file. */
    uploadKey: text(),
    fileHash: text().references(() => files.hash, { onDelete: 'restrict' }),
    failure: text({ mode: 'json' }).$type<DraftFailure>(),
    createdAt: integer().notNull(),
    /** Last change by its owner, or by its file. */
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

/** Work for the content-build worker, and the only interface between it and the API. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: jobKinds }).notNull(),
    /** An upload key, a content hash, a stored name, a page or a reason. At most one open job per kind and subject. */
    subject: text().notNull(),
    /** Higher runs first. */
    priority: integer().notNull().default(0),
    state: text({ enum: jobStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Earliest start. */
    runAt: integer().notNull(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
    /** Answer of the job, parsed by its reader. */
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

/** The audit log. */
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
