/** Deletes old spam, and replied messages after a period that the owner chooses (GDPR art. 5; off by default). */
import { SPAM_DAYS } from '@veldlicht/contract/contact';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import type { Database } from '@veldlicht/database/open';
import { contacts, replies } from '@veldlicht/database/schema';
import { and, eq, lt, notExists, or } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import type { Deps } from '#http/app-env.ts';
import { inTransaction } from '#http/write.ts';
import { readSettings } from '#settings/settings.repository.ts';

const DAY = 24 * 60 * 60_000;
/** The actor in the audit log. */
const program = { id: '', username: 'Veldlicht' };

/** The same moment `months` earlier in UTC, or the last day of a shorter month (pure). */
export function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** Deletes expired messages, with one audit entry; returns their number. */
export function deleteExpiredContacts(db: Database, now: number): number {
  return inTransaction(db, (tx) => {
    const { contactRetentionMonths: months } = readSettings(tx);
    // Deleting a message would delete its queued reply.
    const waits = tx
      .select()
      .from(replies)
      .where(and(eq(replies.contactId, contacts.id), eq(replies.state, 'waiting')));
    const isReplied = months !== null && [
      eq(contacts.status, 'replied'),
      lt(contacts.submittedAt, monthsBefore(now, months)),
      notExists(waits),
    ];
    const isSpam = and(
      eq(contacts.folder, 'spam'),
      lt(contacts.submittedAt, now - SPAM_DAYS * DAY),
    );
    const isOver = isReplied ? or(isSpam, and(...isReplied)) : isSpam;
    const deleted = tx.delete(contacts).where(isOver).run().changes;
    if (deleted === 0) return 0;
    const write = { actor: program, now };
    const facts = { count: deleted };
    recordAudit(tx, write, { action: 'delete', entity: 'contact', facts });
    return deleted;
  });
}

/** Runs now and every day until `closing`. */
export function startRetention(
  { db, log, now, closing }: Pick<Deps, 'db' | 'log' | 'now' | 'closing'>,
  everyMs = DAY,
): void {
  const run = () => {
    try {
      const deleted = deleteExpiredContacts(db, now());
      if (deleted > 0) log.info({ deleted }, 'messages were kept long enough');
    } catch (error) {
      leaveOnLostWrite(error, log);
      log.error({ err: error }, 'messages could not be deleted');
    }
  };
  run();
  const timer = setInterval(run, everyMs);
  closing.addEventListener('abort', () => clearInterval(timer), { once: true });
}
