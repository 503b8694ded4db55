/** What an answer begins with, in the language of the site: visitors read Dutch (pure). */
import type { ContactSubmission } from '@veldlicht/contract/contact';
import { enquiryTexts } from '@veldlicht/contract/enquiry';
import { z } from 'zod';
import { keepDraft, readDraft } from '#lib/drafts.ts';
import type { TextEdit } from '#lib/insert-text.ts';
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

/** Room to write in, and what is answered below it. */
export const blankReply = (asked: Asked) => `\n\n${quoteOf(asked)}`;

/** Takes the quote away, from its first line on, or brings it back. */
export function toggledQuote(text: string, asked: Asked): TextEdit {
  const quote = quoteOf(asked);
  const [intro = ''] = quote.split('\n', 1);
  const at = text.lastIndexOf(intro);
  if (at < 0) {
    const end = text.length;
    const caret = text.trimEnd().length;
    return { start: caret, end, text: `\n\n${quote}`, from: caret, to: caret };
  }
  const start = text.slice(0, at).trimEnd().length;
  return { start, end: text.length, text: '', from: start, to: start };
}

export const hasQuote = (text: string, asked: Asked) =>
  text.includes(quoteOf(asked).split('\n', 1)[0] ?? '');

/** An answer that was begun in this tab; `key`: what is sent twice with it is one answer. */
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
