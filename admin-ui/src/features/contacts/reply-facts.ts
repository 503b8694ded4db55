/** What an answer begins with, in the language of the site: visitors read Dutch (pure). */
import type { ContactSubmission } from '@veldlicht/contract/contact';
import { enquiryTexts } from '@veldlicht/contract/enquiry';
import { z } from 'zod';
import { keepDraft, readDraft } from '#lib/drafts.ts';
import { submittedText, unixLines } from './contact-facts.ts';

type Asked = Pick<ContactSubmission, 'name' | 'message' | 'submittedAt' | 'enquiry'>;

export function proposedSubject({ enquiry }: Pick<Asked, 'enquiry'>, site: string): string {
  return `Re: ${enquiry?.title ?? `uw bericht aan ${site}`}`.slice(0, 200);
}

/** What the visitor wrote, and what they asked for, as mail programs quote it. */
export function quoteOf({ name, message, submittedAt, enquiry }: Asked): string {
  const asked = enquiry && [
    enquiry.title,
    [
      enquiryTexts[`purpose:${enquiry.purpose}`][1],
      ...(enquiry.size ? [enquiryTexts[`size:${enquiry.size}`][1]] : []),
    ].join(' · '),
  ];
  const lines = [...(asked ?? []), ...(message ? unixLines(message).split('\n') : [])];
  const quoted = lines.map((line) => `> ${line}`.trimEnd());
  return [`Op ${submittedText(submittedAt)} schreef ${name}:`, ...quoted].join('\n');
}

/** A text as it is sent. */
export const withQuote = (text: string, asked: Asked) => `${text.trimEnd()}\n\n${quoteOf(asked)}`;

/** A text that was sent, and whether the quote stood below it. */
export function withoutQuote(text: string, asked: Asked): { text: string; quoted: boolean } {
  const quote = `\n\n${quoteOf(asked)}`;
  const quoted = text.endsWith(quote);
  return { text: quoted ? text.slice(0, -quote.length) : text, quoted };
}

/** An answer that was begun in this tab; `key`: what is sent twice with it is one answer. */
const replyDraft = z.object({
  subject: z.string(),
  text: z.string(),
  quoted: z.boolean(),
  key: z.string(),
});
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
