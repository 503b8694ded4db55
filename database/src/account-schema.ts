/** Tables of accounts, sign-in and mail; the rules of `schema.ts` hold for them too. */
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
    /** AES-256-GCM sealed; counts once `twoFactorAt` is set. */
    totpSecret: text(),
    /** Sealed in the same way: takes the place of `totpSecret` once a code of it was verified. */
    pendingTotpSecret: text(),
    /** Last accepted TOTP time step: a code counts once (RFC 6238 §5.2). */
    totpStep: integer(),
    twoFactorAt: integer(),
    /** There are new backup codes, and nobody has said yet that they are kept. */
    backupCodesUnsaved: integer({ mode: 'boolean' }).notNull().default(false),
    lastLoginAt: integer(),
    /** When the last invitation was sent to who has set no password yet. */
    invitedAt: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('users_username').on(sql`lower(${table.username})`),
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
  ],
);

/** Whose it is; it goes with the account. */
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
    /** SHA-256 of the cookie's secret in hex: the secret itself is stored nowhere. */
    idHash: text().primaryKey(),
    userId: ofUser(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    /** When the password and the second factor were last given in it. */
    confirmedAt: integer(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Browsers that were fully signed in: they are told apart from whoever guesses (threat T2). */
export const devices = sqliteTable(
  'devices',
  {
    /** Stays when the secret changes: failures are counted under it. */
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

/** WebAuthn credentials that open an account; what is stored of one is public. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: ofUser(),
    name: text().notNull(),
    /** As the browser names it, in base64url. */
    credentialId: text().notNull().unique(),
    /** COSE, as the authenticator gave it. */
    publicKey: blob({ mode: 'buffer' }).notNull(),
    /** How often it was used, as it says itself; 0 where it does not count. */
    counter: integer().notNull(),
    createdAt: integer().notNull(),
    lastUsedAt: integer(),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** Failed tries; a restart does not forget them (threats T1, T2, T8). */
export const throttles = sqliteTable(
  'throttles',
  {
    /** Kind and what it counts, such as 'address:192.0.2.1'; names and ids are hashed. */
    bucket: text().primaryKey(),
    failures: integer().notNull(),
    lastFailureAt: integer().notNull(),
    /** A wait began at this moment and lasts `waitMs`; tries during it do not prolong it. */
    blockedAt: integer(),
    waitMs: integer().notNull().default(0),
  },
  (table) => [index('throttles_last').on(table.lastFailureAt)],
);

/** Links with which somebody sets a password; once used they are gone. */
export const accessLinks = sqliteTable(
  'access_links',
  {
    /** SHA-256 in hex: the token itself is stored nowhere. */
    tokenHash: text().primaryKey(),
    userId: ofUser(),
    kind: text({ enum: linkKinds }).notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [index('access_links_user').on(table.userId)],
);

/** How mail leaves, as admins set it up in the panel; one row at most. No content: nothing of it is published. */
export const mailSettings = sqliteTable('mail_settings', {
  id: integer().primaryKey(),
  /** Empty: no server of the panel's. */
  host: text().notNull(),
  port: integer().notNull(),
  encryption: text({ enum: encryptions }).notNull(),
  username: text().notNull(),
  /** AES-256-GCM sealed. */
  password: text(),
  sender: text().notNull(),
  /** Where messages of visitors are mailed; empty: as `recipientOf` says. */
  messagesTo: text().notNull(),
});

/** Mail that has yet to be sent; a row goes when its message is handed over. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The body is sealed, AES-256-GCM: it holds what opens an account. */
    sealed: integer({ mode: 'boolean' }).notNull().default(false),
    /** A visitor, for the mail program's reply button; never a sender or a recipient. */
    replyToName: text(),
    replyToAddress: text(),
    /** A JPEG below renditions/ that goes along, if it is still there: <hash>/<name>. */
    picture: text(),
    /** Whose name stands before the address it comes from; ours if null. */
    senderName: text(),
    /** The message that it tells of. */
    contactId: text().references(() => contacts.id, { onDelete: 'cascade' }),
    /** The answer that it carries. */
    replyId: text().references(() => replies.id, { onDelete: 'cascade' }),
    createdAt: integer().notNull(),
    attempts: integer().notNull().default(0),
    /** Not before this moment. */
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
    /** Its first characters, to know it by. */
    start: text().notNull(),
    /** SHA-256 in hex: the key itself is stored nowhere. */
    keyHash: text().notNull().unique(),
    createdAt: integer().notNull(),
    lastUsedAt: integer(),
    /** Whether it may trash what its program added. */
    mayDelete: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('upload_keys_user').on(table.userId)],
);

/** Which item a program's photo is; the item may be gone. */
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

/** Files of the watched folder that could not be added, or not be taken away; a row goes with its file. */
export const watchedFiles = sqliteTable('watched_files', {
  /** The bytes of its name, a character for each: not every name is UTF-8. Empty: the folder itself. */
  name: text().primaryKey(),
  /** What was looked at; once it is another, the file is tried again. */
  state: text().notNull(),
  /** Why (contract/reason). */
  reason: text().notNull(),
  /** Tried again from this moment on, also unchanged; null: never. */
  retryAt: integer(),
  /** Somebody has read it. */
  seen: integer({ mode: 'boolean' }).notNull().default(false),
});
