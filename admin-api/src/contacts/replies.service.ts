/** Replies to messages from the panel (threat T22). */
import { reason } from '@veldlicht/contract/reason';
import type { ReplyInput } from '@veldlicht/contract/reply';
import { siteDefaults, siteTitleOf } from '@veldlicht/contract/settings';
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { replies } from '@veldlicht/database/schema';
import { recordAudit } from '#audit/audit.repository.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { inTransaction, requireMatch, type Write } from '#http/write.ts';
import { messagesAddress } from '#mail/mail-settings.ts';
import { isMailable, queueMail } from '#mail/outbox.ts';
import { readSettings } from '#settings/settings.repository.ts';
import { requireNoWait, takeTurn } from '#throttle/throttle.ts';
import type { ContactRow } from './contacts.repository.ts';
import { replyEtag, requireContact } from './contacts.service.ts';
import { listReplies } from './replies.repository.ts';

/** The names that appear in a reply. */
export function readSiteNames(store: Store) {
  const { profile } = readSettings(store);
  return {
    photographer: profile.photographer || siteDefaults.photographer,
    siteTitle: siteTitleOf(profile),
  };
}

/**
 * Queues a reply to the sender of a message, whose status changes once a server accepts the mail. Repeating the call
 * with the same key and text sends nothing twice. Throws `not_found`, `changed_meanwhile` when somebody replied since
 * the version in `If-Match`, `too_many_requests`, or `invalid_input` without mail or for an address that takes none.
 */
export function addReply(
  { db, environment }: Pick<Deps, 'db' | 'environment'>,
  contactId: string,
  { key, subject, text }: ReplyInput,
  write: Write,
): ContactRow {
  return inTransaction(db, (tx) => {
    const contact = requireContact(tx, contactId, { maySeeSpam: false });
    const earlier = listReplies(tx, [contactId]);
    const known = earlier.find(({ creationKey }) => creationKey === key);
    if (known?.subject === subject && known.body === text) return contact;
    if (known) throw new AppError('changed_meanwhile');
    const about = { entity: 'contact', entityId: contactId } as const;
    requireMatch(tx, write.ifMatch, replyEtag(earlier), about);
    const address = messagesAddress(tx, environment);
    if (address === null) throw new AppError('invalid_input', reason('mail_off'));
    if (!isMailable(contact.email))
      throw new AppError('invalid_input', reason('address_takes_no_mail'));
    const waitMs = takeTurn(tx, { kind: 'reply', key: write.actor.id }, write.now);
    requireNoWait(waitMs, 'too_many_requests');
    const id = newId();
    const { photographer: name } = readSiteNames(tx);
    const said = { contactId, creationKey: key, author: write.actor.username, subject, body: text };
    tx.insert(replies)
      .values({ id, ...said, writtenAt: write.now })
      .run();
    const mail = { recipient: contact.email, subject, body: `${text}\n`, senderName: name };
    queueMail(tx, { ...mail, replyTo: { name, address }, replyId: id }, write.now);
    recordAudit(tx, write, { action: 'reply', ...about });
    return contact;
  });
}
