/** How the product mails: set up in the panel, unless the environment says it. */
import { z } from 'zod';
import { ONE_LINE } from './name.ts';
import { reason, upTo } from './reason.ts';
import { email } from './user.ts';

/** `auto`: TLS from the first byte on port 465, else STARTTLS. Nothing but this machine is spoken to in the clear. */
export const encryptions = ['auto', 'tls', 'starttls'] as const;

/** What mail servers listen on: with an https origin no other port is tried, so that nobody searches a network with it. */
export const MAIL_PORTS = [25, 465, 587, 2525];

const NO_HOST = reason('mail_host_shape');
const MAX_SECRET = 500;
const secretText = z
  .string()
  .max(...upTo(MAX_SECRET))
  .regex(ONE_LINE, reason('not_valid'));

/** A mail server as a form holds it; `password` left out stands for the one that is kept. */
export const mailServer = z.strictObject({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(...upTo(253))
    .regex(/^[\p{L}\p{N}.:-]+$/u, NO_HOST),
  port: z
    .int(reason('mail_port_shape'))
    .min(1, reason('mail_port_shape'))
    .max(65_535, reason('mail_port_shape')),
  encryption: z.enum(encryptions),
  username: secretText.trim(),
  password: secretText.optional(),
  sender: email,
});
export type MailServer = z.infer<typeof mailServer>;

/** PATCH /api/admin/mail; `server` null: the panel's server is forgotten. */
export const mailPatch = z
  .strictObject({
    server: mailServer.nullable(),
    messagesTo: z.union([z.literal(''), email], reason('email_invalid')),
  })
  .partial();
export type MailPatch = z.infer<typeof mailPatch>;

/** GET /api/admin/mail: how mail leaves, where messages of visitors go, and whether it gets through; for admins. */
export const mailState = z.object({
  server: z
    .object({
      host: z.string(),
      port: z.int(),
      encryption: z.enum(encryptions),
      username: z.string(),
      sender: z.string(),
      passwordKept: z.boolean(),
      byEnvironment: z.boolean(),
    })
    .nullable()
    .describe('Null: nothing is mailed'),
  messagesTo: z.string().describe('As an admin chose it in the panel; empty when nobody did'),
  recipient: z
    .object({
      address: z.string(),
      from: z.enum(['environment', 'chosen', 'site', 'admin']),
    })
    .nullable()
    .describe('Where messages of visitors are mailed once mail is set up, and which rule says so'),
  etag: z.string().describe('For If-Match'),
  waiting: z.int().describe('Messages that failed at least once and are tried again'),
  oldestAt: z.iso.datetime().nullable(),
  error: z.string().nullable().describe('Why the last attempt failed'),
});
export type MailState = z.infer<typeof mailState>;

/** What came of a test message. */
export const mailOutcomes = [
  'sent',
  'unreachable',
  'timeout',
  'tls',
  'login',
  'sender',
  'recipient',
  'refused',
] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/** POST /api/admin/mail/test: a message to whoever asks, through these settings or, without any, those in use. */
export const mailTest = z.strictObject({ server: mailServer.optional() });
export const mailTestAnswer = z.object({ outcome: z.enum(mailOutcomes), to: z.string() });
export type MailTestAnswer = z.infer<typeof mailTestAnswer>;
