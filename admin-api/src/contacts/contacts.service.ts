/** The inbox: statuses, deletion, spam, export and erasure (spec §4). */

import type { AuditAction, AuditFacts } from '@veldlicht/contract/audit';
import type { ContactPatch, ContactSubmission, ExportAnswer } from '@veldlicht/contract/contact';
import type { Database, Store } from '@veldlicht/database/open';
import { contacts } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { toInstant } from '#http/instant.ts';
import { etagOf, inTransaction, type Write } from '#http/write.ts';
import { requireActingAdmin } from '#users/users.service.ts';
import { noticeMessage } from './contact-notice.ts';
import { type ContactRow, isOf, listContactsOf } from './contacts.repository.ts';
import { receivedEnquiry, showEnquiries } from './enquiry.ts';
import { listReplies, type ReplyRow, toReply } from './replies.repository.ts';

interface Reach {
  maySeeSpam: boolean;
}

/** The version of a message's replies. */
export const replyEtag = (replies: ReplyRow[]) => etagOf(replies.map(({ id }) => id));

/** Messages with their enquiries and replies. */
export function toSubmissions(store: Store, rows: ContactRow[]): ContactSubmission[] {
  const enquiries = showEnquiries(
    store,
    rows.map(({ enquiry }) => enquiry),
  );
  const replies = Map.groupBy(
    listReplies(
      store,
      rows.map(({ id }) => id),
    ),
    ({ contactId }) => contactId,
  );
  return rows.map(({ folder: _, submittedAt, ...row }, i) => ({
    ...row,
    submittedAt: toInstant(submittedAt),
    enquiry: enquiries[i] ?? null,
    replies: (replies.get(row.id) ?? []).map(toReply),
    etag: replyEtag(replies.get(row.id) ?? []),
  }));
}

/** Throws `not_found`. */
export function requireContact(store: Store, id: string, { maySeeSpam }: Reach): ContactRow {
  const row = store.select().from(contacts).where(eq(contacts.id, id)).get();
  if (!row || (row.folder !== 'inbox' && !maySeeSpam)) throw new AppError('not_found');
  return row;
}

/** The log outlives the messages, so it keeps neither content nor sender. */
function audit(
  store: Store,
  write: Write,
  action: AuditAction,
  facts: AuditFacts,
  entityId: string | null = null,
): void {
  recordAudit(store, write, { action, entity: 'contact', entityId, facts });
}

/** Throws `not_found`. */
export function changeContact(
  db: Database,
  id: string,
  { status }: ContactPatch,
  reach: Write & Reach,
): ContactRow {
  return inTransaction(db, (tx) => {
    const row = requireContact(tx, id, reach);
    if (row.status === status) return row;
    tx.update(contacts).set({ status }).where(eq(contacts.id, id)).run();
    audit(tx, reach, 'update', { message: status }, id);
    return { ...row, status };
  });
}

/** Deletes a message with its replies and queued mail. Throws `not_found`. */
export function removeContact(db: Database, id: string, reach: Write & Reach): void {
  inTransaction(db, (tx) => {
    requireContact(tx, id, reach);
    tx.delete(contacts).where(eq(contacts.id, id)).run();
    audit(tx, reach, 'delete', {}, id);
  });
}

/** Moves a message from spam to the inbox, and mails it like a new one. Throws `not_found`. */
export function restoreContact(
  { db, environment }: Pick<Deps, 'db' | 'environment'>,
  id: string,
  write: Write,
): ContactRow {
  return inTransaction(db, (tx) => {
    requireActingAdmin(tx, write.actor.id);
    const row = requireContact(tx, id, { maySeeSpam: true });
    if (row.folder === 'inbox') return row;
    tx.update(contacts).set({ folder: 'inbox' }).where(eq(contacts.id, id)).run();
    audit(tx, write, 'update', { message: 'inbox' }, id);
    const asked = receivedEnquiry(tx, row.enquiry, write.now);
    noticeMessage(tx, environment, { ...row, asked }, write.now);
    return { ...row, folder: 'inbox' };
  });
}

/** Exports everything of one e-mail address (GDPR art. 15), for an admin. */
export function exportAddress(db: Database, email: string, write: Write): ExportAnswer {
  return inTransaction(db, (tx) => {
    requireActingAdmin(tx, write.actor.id);
    const rows = listContactsOf(tx, email);
    audit(tx, write, 'export', { count: rows.length });
    const messages = toSubmissions(tx, rows).map((one, i) => ({
      ...one,
      folder: rows[i]?.folder ?? 'inbox',
    }));
    return { email, exportedAt: toInstant(write.now), messages };
  });
}

/**
 * Erases everything of one e-mail address, with replies and queued mail (GDPR art. 17), for an admin. Returns the
 * number of messages.
 */
export function eraseAddress(db: Database, email: string, write: Write): number {
  return inTransaction(db, (tx) => {
    requireActingAdmin(tx, write.actor.id);
    const deleted = tx.delete(contacts).where(isOf(email)).run().changes;
    audit(tx, write, 'erase', { count: deleted });
    return deleted;
  });
}
