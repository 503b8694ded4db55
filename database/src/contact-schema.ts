/** Tables of messages of visitors and replies; never published. */
import { contactFolders, contactStatuses } from '@veldlicht/contract/contact';
import type { StoredEnquiry } from '@veldlicht/contract/enquiry';
import { mailOutcomes } from '@veldlicht/contract/mail';
import { replyStates } from '@veldlicht/contract/reply';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const contacts = sqliteTable(
  'contacts',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    message: text().notNull(),
    status: text({ enum: contactStatuses }).notNull().default('new'),
    folder: text({ enum: contactFolders }).notNull().default('inbox'),
    submittedAt: integer().notNull(),
    /** No reference to the item, so that it outlives the item's deletion. */
    enquiry: text({ mode: 'json' }).$type<StoredEnquiry>(),
  },
  (table) => [index('contacts_newest').on(table.folder, table.submittedAt)],
);

/** Replies; deleted with their message, as is queued mail. */
export const replies = sqliteTable(
  'replies',
  {
    id: text().primaryKey(),
    contactId: text()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    /** Idempotency key of the client. */
    creationKey: text().notNull(),
    /** Username at that moment. */
    author: text().notNull(),
    writtenAt: integer().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    state: text({ enum: replyStates }).notNull().default('waiting'),
    problem: text({ enum: mailOutcomes }),
  },
  (table) => [uniqueIndex('replies_key').on(table.contactId, table.creationKey)],
);
