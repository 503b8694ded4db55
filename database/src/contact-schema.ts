/** Tables of messages of visitors and what is answered. No content: nothing of them is published. */
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
    /** Which photo it is about; no reference, so that it stays when the item goes, and is right when it returns. */
    enquiry: text({ mode: 'json' }).$type<StoredEnquiry>(),
  },
  (table) => [index('contacts_newest').on(table.folder, table.submittedAt)],
);

/** What was answered. It goes with its message, and mail that still waits goes with it. */
export const replies = sqliteTable(
  'replies',
  {
    id: text().primaryKey(),
    contactId: text()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    /** Of whoever sent it: the same one again is the same answer. */
    creationKey: text().notNull(),
    /** Username of then. */
    author: text().notNull(),
    writtenAt: integer().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    state: text({ enum: replyStates }).notNull().default('waiting'),
    problem: text({ enum: mailOutcomes }),
  },
  (table) => [uniqueIndex('replies_key').on(table.contactId, table.creationKey)],
);
