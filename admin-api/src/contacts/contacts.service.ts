/** What the owner does with messages (spec §4, product decisions §1). */

import type { AuditAction } from '@veldlicht/contract/audit';
import type { ContactPatch, ContactSubmission, ExportAnswer } from '@veldlicht/contract/contact';
import type { Database, Store } from '@veldlicht/database/open';
import { contacts } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import { AppError } from '#http/app-error.ts';
import { inTransaction, type Write } from '#http/write.ts';
import { deleteMail, listMailWithSubject } from '#mail/outbox.ts';
import { requireActingAdmin } from '#users/users.service.ts';
import { CONTACT_SUBJECT, isMailAbout } from './contact-mail.ts';
import { type ContactRow, isOf, listContactsOf } from './contacts.repository.ts';
import { showEnquiries } from './enquiry.ts';

/** Which messages somebody may touch: spam is for admins. */
interface Reach extends Write {
  maySeeSpam: boolean;
}

/** Messages as the inbox shows them. */
export function toSubmissions(store: Store, rows: ContactRow[]): ContactSubmission[] {
  const enquiries = showEnquiries(
    store,
    rows.map(({ enquiry }) => enquiry),
  );
  return rows.map(({ spam: _, submittedAt, ...row }, i) => ({
    ...row,
    submittedAt: new Date(submittedAt).toISOString(),
    enquiry: enquiries[i] ?? null,
  }));
}

function requireContact(store: Store, id: string, { maySeeSpam }: { maySeeSpam: boolean }) {
  const row = store.select().from(contacts).where(eq(contacts.id, id)).get();
  if (!row || (row.spam && !maySeeSpam)) throw new AppError('not_found');
  return row;
}

/** The log outlives the messages: it keeps nothing of what they say, nor who wrote them. */
function audit(
  store: Store,
  write: Write,
  action: AuditAction,
  summary: string,
  entityId: string | null = null,
): void {
  recordAudit(store, write, { action, entity: 'contact', entityId, summary });
}

/** Sets the status of a message (spec §4: any of the three). Throws `not_found`. */
export function changeContact(
  db: Database,
  id: string,
  { status }: ContactPatch,
  reach: Reach,
): ContactRow {
  return inTransaction(db, (tx) => {
    const row = requireContact(tx, id, reach);
    if (row.status === status) return row;
    tx.update(contacts).set({ status }).where(eq(contacts.id, id)).run();
    audit(tx, reach, 'update', status, id);
    return { ...row, status };
  });
}

/** Deletes a message. Throws `not_found`. */
export function removeContact(db: Database, id: string, reach: Reach): void {
  inTransaction(db, (tx) => {
    requireContact(tx, id, reach);
    tx.delete(contacts).where(eq(contacts.id, id)).run();
    audit(tx, reach, 'delete', '', id);
  });
}

/** Moves a message that was taken for spam to the inbox, for an admin. Throws `not_found`. */
export function restoreContact(db: Database, id: string, write: Write): ContactRow {
  return inTransaction(db, (tx) => {
    requireActingAdmin(tx, write.actor.id);
    const row = requireContact(tx, id, { maySeeSpam: true });
    if (!row.spam) return row;
    tx.update(contacts).set({ spam: false }).where(eq(contacts.id, id)).run();
    audit(tx, write, 'update', 'not spam', id);
    return { ...row, spam: false };
  });
}

/** Everything of one address, in whatever case it was typed (GDPR art. 15), for an admin. */
export function exportAddress(db: Database, email: string, write: Write): ExportAnswer {
  return inTransaction(db, (tx) => {
    requireActingAdmin(tx, write.actor.id);
    const rows = listContactsOf(tx, email);
    audit(tx, write, 'export', String(rows.length));
    const messages = toSubmissions(tx, rows).map((one, i) => ({
      ...one,
      spam: rows[i]?.spam ?? false,
    }));
    return { email, exportedAt: new Date(write.now).toISOString(), messages };
  });
}

/**
 * Deletes everything of one address, also mail about it that is still to be sent (GDPR art. 17), for
 * an admin. Answers how many messages there were.
 */
export function eraseAddress(db: Database, email: string, write: Write): number {
  return inTransaction(db, (tx) => {
    requireActingAdmin(tx, write.actor.id);
    const deleted = tx.delete(contacts).where(isOf(email)).run().changes;
    for (const mail of listMailWithSubject(tx, CONTACT_SUBJECT))
      if (isMailAbout(email, mail)) deleteMail(tx, mail.id);
    audit(tx, write, 'erase', String(deleted));
    return deleted;
  });
}
