/** An answer that was begun in this tab. */
import { z } from 'zod';
import { keepDraft, readDraft } from '#lib/drafts.ts';

/** `key`: what is sent twice with it is one answer. */
const replyDraft = z.object({ subject: z.string(), text: z.string(), key: z.string() });
export type ReplyDraft = z.infer<typeof replyDraft>;

const nameOf = (contactId: string) => `reply:${contactId}`;

/** Null for none. */
export function readReplyDraft(contactId: string): ReplyDraft | null {
  const stored = readDraft(nameOf(contactId));
  return stored === null ? null : (replyDraft.safeParse(JSON.parse(stored)).data ?? null);
}

/** Null forgets it. */
export function keepReplyDraft(contactId: string, draft: ReplyDraft | null): void {
  keepDraft(nameOf(contactId), draft && JSON.stringify(draft));
}
