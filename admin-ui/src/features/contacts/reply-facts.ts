/** Subject and quote of a reply, in Dutch, the language of the site (pure); and its draft. */
import type { ContactSubmission } from '@veldlicht/contract/contact';
import { enquiryTexts } from '@veldlicht/contract/enquiry';
import { z } from 'zod';
import { keepDraft, readDraft } from '#lib/drafts.ts';
import { submittedText, unixLines } from './contact-facts.ts';

type Asked = Pick<ContactSubmission, 'name' | 'message' | 'submittedAt' | 'enquiry'>;

export function proposedSubject({ enquiry }: Pick<Asked, 'enquiry'>, site: string): string {
  return `Re: ${enquiry?.title ?? `uw bericht aan ${site}`}`.slice(0, 200);
}

/** Quotes the message and the enquiry as mail programs do. */
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

export const withQuote = (text: string, asked: Asked) => `${text.trimEnd()}\n\n${quoteOf(asked)}`;

/** Splits a sent text from its quote. */
export function withoutQuote(text: string, asked: Asked): { text: string; quoted: boolean } {
  const quote = `\n\n${quoteOf(asked)}`;
  const quoted = text.endsWith(quote);
  return { text: quoted ? text.slice(0, -quote.length) : text, quoted };
}

/** An unfinished reply in this tab; `key` makes repeated sends one reply. */
const replyDraft = z.object({
  subject: z.string(),
  text: z.string(),
  quoted: z.boolean(),
  key: z.string(),
});
export type ReplyDraft = z.infer<typeof replyDraft>;

const nameOf = (contactId: string) => `reply:${contactId}`;

export function readReplyDraft(contactId: string): ReplyDraft | null {
  const stored = readDraft(nameOf(contactId));
  return stored === null ? null : (replyDraft.safeParse(JSON.parse(stored)).data ?? null);
}

/** Null removes it. */
export function keepReplyDraft(contactId: string, draft: ReplyDraft | null): void {
  keepDraft(nameOf(contactId), draft && JSON.stringify(draft));
}
