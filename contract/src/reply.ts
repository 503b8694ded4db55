/** Answers to messages of visitors (decision 087). */
import { z } from 'zod';
import { mailOutcomes } from './mail.ts';
import { creationKey } from './media.ts';
import { ONE_LINE, VISIBLE } from './name.ts';
import { reason, upTo } from './reason.ts';

/** `waiting` for the mail server, also after it failed once; `failed`: it is tried no more. */
export const replyStates = ['waiting', 'sent', 'failed'] as const;
export type ReplyState = (typeof replyStates)[number];

export const reply = z.object({
  id: z.string(),
  by: z.string().describe('Username at that moment'),
  at: z.iso.datetime().describe('When it was written'),
  subject: z.string(),
  text: z.string(),
  state: z.enum(replyStates),
  problem: z.enum(mailOutcomes).nullable().describe('Why the last attempt failed'),
});
export type Reply = z.infer<typeof reply>;

const REQUIRED = reason('required_fields');
const MAX_SUBJECT = 200;
/** Room for the longest message quoted, however many lines it has. */
export const MAX_REPLY = 20_000;
const typed = (longest: number) =>
  z
    .string(REQUIRED)
    .max(...upTo(longest))
    .regex(VISIBLE, REQUIRED);
/** For headers and lists. */
const oneLine = (longest: number) => typed(longest).trim().regex(ONE_LINE, reason('not_valid'));
/** Lines as they are stored, without what no keyboard types. */
const lines = (longest: number) =>
  typed(longest).overwrite((text) =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .trimEnd(),
  );

/** POST /api/admin/contacts/{id}/replies; made again with the same key it sends nothing twice. */
export const replyInput = z.strictObject({
  subject: oneLine(MAX_SUBJECT),
  text: lines(MAX_REPLY),
  key: creationKey,
});
export type ReplyInput = z.infer<typeof replyInput>;

/** GET /api/admin/reply-set-up: all it takes to write an answer; for editors. */
export const replySetUp = z.object({
  mailed: z.boolean().describe('False: no mail goes out from here'),
  site: z.string().describe('Title of the site'),
});
export type ReplySetUp = z.infer<typeof replySetUp>;
