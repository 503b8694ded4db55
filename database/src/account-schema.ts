/** Tables of accounts, sign-in and mail; the conventions of `schema.ts` apply. */
import { linkKinds } from '@veldlicht/contract/access-link';
import { encryptions } from '@veldlicht/contract/mail';
import { roles, userStatuses } from '@veldlicht/contract/user';
import { sql } from 'drizzle-orm';
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { contacts, replies } from './contact-schema.ts';

export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    username: text().notNull(),
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    status: text({ enum: userStatuses }).notNull().default('active'),
    passwordHash: text().notNull(),
    /** Sealed with AES-256-GCM; in force once `twoFactorAt` is set. */
    totpSecret: text(),
    /** Sealed likewise; replaces `totpSecret` once a code of it is verified. */
    pendingTotpSecret: text(),
    /** Last accepted TOTP time step, so that a code works once (RFC 6238 §5.2). */
    totpStep: integer(),
    twoFactorAt: integer(),
    /** The user has not confirmed saving the new backup codes. */
    backupCodesUnsaved: integer({ mode: 'boolean' }).notNull().default(false),
    lastLoginAt: integer(),
    /** Last invitation, while no password is set. */
    invitedAt: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('users_username').on(sql`lower(${table.username})`),
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
  ],
);

/** Reference to a user; the row is deleted with the account. */
export const ofUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const backupCodes = sqliteTable(
  'backup_codes',
  {
    id: text().primaryKey(),
    userId: ofUser(),
    codeHash: text().notNull(),
    usedAt: integer(),
  },
  (table) => [index('backup_codes_user').on(table.userId)],
);

export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the cookie's secret in hex; the secret itself is not stored. */
    idHash: text().primaryKey(),
    userId: ofUser(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    /** Last re-authentication with password and second factor. */
    confirmedAt: integer(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Browsers that have been fully signed in, throttled apart from unknown ones (threat T2). */
export const devices = sqliteTable(
  'devices',
  {
    /** Kept when the secret changes, since failures are counted by it. */
    id: text().primaryKey(),
    /** SHA-256 of the cookie's secret in hex; two people may share a browser. */
    idHash: text().notNull(),
    userId: ofUser(),
    lastSeenAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('devices_secret').on(table.idHash, table.userId),
    index('devices_user').on(table.userId),
  ],
);

/** WebAuthn credentials; only public data is stored. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: ofUser(),
    name: text().notNull(),
    /** WebAuthn id in base64url. */
    credentialId: text().notNull().unique(),
    /** In COSE format. */
    publicKey: blob({ mode: 'buffer' }).notNull(),
    /** Signature counter of the authenticator; 0 when it has none. */
    counter: integer().notNull(),
    createdAt: integer().notNull(),
    lastUsedAt: integer(),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** Failed attempts, kept across restarts (threats T1, T2, T8). */
export const throttles = sqliteTable(
  'throttles',
  {
    /** Kind and key, such as 'address:192.0.2.1'; names and ids are hashed. */
    bucket: text().primaryKey(),
    failures: integer().notNull(),
    lastFailureAt: integer().notNull(),
    /** Start of a wait of `waitMs`, which further attempts do not prolong. */
    blockedAt: integer(),
    waitMs: integer().notNull().default(0),
  },
  (table) => [index('throttles_last').on(table.lastFailureAt)],
);

/** One-time links to set a password; deleted once used. */
export const accessLinks = sqliteTable(
  'access_links',
  {
    /** SHA-256 in hex; the token itself is not stored. */
    tokenHash: text().primaryKey(),
    userId: ofUser(),
    kind: text({ enum: linkKinds }).notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [index('access_links_user').on(table.userId)],
);

/** Mail settings of the panel; at most one row. */
export const mailSettings = sqliteTable('mail_settings', {
  id: integer().primaryKey(),
  /** Empty: no server is set in the panel. */
  host: text().notNull(),
  port: integer().notNull(),
  encryption: text({ enum: encryptions }).notNull(),
  username: text().notNull(),
  /** Sealed with AES-256-GCM. */
  password: text(),
  sender: text().notNull(),
  /** Recipient of messages from visitors; empty: by `recipientOf`. */
  messagesTo: text().notNull(),
});

/** Mail to send; a row is deleted once the server has taken its message. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The body is sealed with AES-256-GCM, since it has a link to an account. */
    sealed: integer({ mode: 'boolean' }).notNull().default(false),
    /** Reply-To of a visitor; never used as sender or recipient. */
    replyToName: text(),
    replyToAddress: text(),
    /** Attached JPEG below renditions/, if it still exists: <hash>/<name>. */
    picture: text(),
    /** Display name of the sender; null: the default. */
    senderName: text(),
    /** The message it notifies of. */
    contactId: text().references(() => contacts.id, { onDelete: 'cascade' }),
    /** The reply it sends. */
    replyId: text().references(() => replies.id, { onDelete: 'cascade' }),
    createdAt: integer().notNull(),
    attempts: integer().notNull().default(0),
    /** Time of the next attempt. */
    nextAt: integer().notNull(),
    /** Why the last attempt failed. */
    error: text(),
  },
  (table) => [
    index('outbox_next').on(table.nextAt),
    index('outbox_reply').on(table.replyId),
    index('outbox_contact').on(table.contactId),
  ],
);

/** Keys of programs that add photos and series on behalf of a user. */
export const uploadKeys = sqliteTable(
  'upload_keys',
  {
    id: text().primaryKey(),
    userId: ofUser(),
    name: text().notNull(),
    /** First characters, shown in lists. */
    start: text().notNull(),
    /** SHA-256 in hex; the key itself is not stored. */
    keyHash: text().notNull().unique(),
    createdAt: integer().notNull(),
    lastUsedAt: integer(),
    /** Whether it may trash what its program added. */
    mayDelete: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('upload_keys_user').on(table.userId)],
);

/** Items of a program's photos; the item may be deleted. */
export const remotePhotos = sqliteTable(
  'remote_photos',
  {
    userId: ofUser(),
    remoteId: text().notNull(),
    mediaId: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.remoteId] })],
);

/** Series made from collections of programs; the story may be deleted. */
export const remoteSeries = sqliteTable(
  'remote_series',
  {
    userId: ofUser(),
    remoteId: text().notNull(),
    storyId: text().notNull(),
    /** Title that the program sent last. */
    title: text().notNull(),
    /** JSON of the blocks that the program wrote last; a series that differs was arranged by hand. */
    written: text().notNull().default('[]'),
    /** Ids of photos in the order of the program, drafts included. */
    photos: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.userId, table.remoteId] })],
);

/** Photos of the collections of programs, in the order they were added. */
export const remoteHolds = sqliteTable(
  'remote_holds',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    userId: ofUser(),
    /** Id that the program gave the photo. */
    remoteId: text().notNull(),
    /** Id that the program gave the collection; empty: its library. */
    collection: text().notNull(),
  },
  (table) => [
    uniqueIndex('remote_holds_photo').on(table.userId, table.remoteId, table.collection),
    index('remote_holds_collection').on(table.userId, table.collection),
  ],
);

/** Files of the watched folder that could not be added or removed; a row is deleted with its file. */
export const watchedFiles = sqliteTable('watched_files', {
  /** The bytes of its name, a character for each: not every name is UTF-8. Empty: the folder itself. */
  name: text().primaryKey(),
  /** Fingerprint of the file; when it changes, the file is retried. */
  state: text().notNull(),
  /** Why (contract/reason). */
  reason: text().notNull(),
  /** When to retry an unchanged file; null: never. */
  retryAt: integer(),
  /** A user has read the notice. */
  seen: integer({ mode: 'boolean' }).notNull().default(false),
});
