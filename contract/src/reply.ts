/** Replies to messages of visitors. */
import { z } from 'zod';
import { mailOutcomes } from './mail.ts';
import { creationKey } from './media.ts';
import { ONE_LINE, VISIBLE } from './name.ts';
import { reason, upTo } from './reason.ts';

/** `waiting`: in the queue, also after failed attempts. `failed`: no more attempts. */
export const replyStates = ['waiting', 'sent', 'failed'] as const;
export type ReplyState = (typeof replyStates)[number];

export const reply = z.object({
  id: z.string(),
  by: z.string().describe('Username at that moment'),
  at: z.iso.datetime().describe('Time of writing'),
  subject: z.string(),
  text: z.string(),
  state: z.enum(replyStates),
  problem: z.enum(mailOutcomes).nullable().describe('Why the last attempt failed'),
});
export type Reply = z.infer<typeof reply>;

const REQUIRED = reason('required_fields');
const MAX_SUBJECT = 200;
/** Fits the longest message, quoted. */
const MAX_REPLY = 20_000;
const typed = (longest: number) =>
  z
    .string(REQUIRED)
    .max(...upTo(longest))
    .regex(VISIBLE, REQUIRED);
const oneLine = (longest: number) => typed(longest).trim().regex(ONE_LINE, reason('not_valid'));
/** Normalises line ends and removes other control characters. */
const lines = (longest: number) =>
  typed(longest).overwrite((text) =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .trimEnd(),
  );

/** POST /api/admin/contacts/{id}/replies; `key` makes it idempotent. */
export const replyInput = z.strictObject({
  subject: oneLine(MAX_SUBJECT),
  text: lines(MAX_REPLY),
  key: creationKey,
});
export type ReplyInput = z.infer<typeof replyInput>;

/** GET /api/admin/reply-set-up, for editors. */
export const replySetUp = z.object({
  mailed: z.boolean().describe('False: mail is not set up'),
  site: z.string().describe('Title of the site'),
});
export type ReplySetUp = z.infer<typeof replySetUp>;
