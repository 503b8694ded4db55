/** Replies to messages, and the state of their mail. */

import type { Reply, ReplyState } from '@veldlicht/contract/reply';
import { among } from '@veldlicht/database/among';
import type { Store } from '@veldlicht/database/open';
import { contacts, replies } from '@veldlicht/database/schema';
import { asc, eq, sql } from 'drizzle-orm';
import { toInstant } from '#http/instant.ts';

export type ReplyRow = typeof replies.$inferSelect;

/** Replies to these messages, oldest first. */
export function listReplies(store: Store, contactIds: string[]): ReplyRow[] {
  if (contactIds.length === 0) return [];
  const isTheirs = among(replies.contactId, contactIds);
  return store.select().from(replies).where(isTheirs).orderBy(asc(sql`rowid`)).all();
}

export function toReply({ id, author, writtenAt, subject, body, state, problem }: ReplyRow): Reply {
  const at = toInstant(writtenAt);
  return { id, by: author, at, subject, text: body, state, problem };
}

/** Stores the delivery state of a reply; 'sent' sets its message to replied. */
export function settleReply(
  store: Store,
  id: string,
  state: ReplyState,
  problem: ReplyRow['problem'],
): void {
  const [row] = store
    .update(replies)
    .set({ state, problem })
    .where(eq(replies.id, id))
    .returning()
    .all();
  if (!row || state !== 'sent') return;
  store.update(contacts).set({ status: 'replied' }).where(eq(contacts.id, row.contactId)).run();
}
