/** Mail settings: set in the panel, unless the environment sets them. */
import { z } from 'zod';
import { ONE_LINE } from './name.ts';
import { reason, upTo } from './reason.ts';
import { email } from './user.ts';

/** `auto`: TLS on port 465, else STARTTLS. Only this machine is reached without encryption. */
export const encryptions = ['auto', 'tls', 'starttls'] as const;

/** Ports of mail servers. With an https origin no other port is tried, so that it can't be used to scan a network. */
export const MAIL_PORTS = [25, 465, 587, 2525];

const NO_HOST = reason('mail_host_shape');
const MAX_SECRET = 500;
const secretText = z
  .string()
  .max(...upTo(MAX_SECRET))
  .regex(ONE_LINE, reason('not_valid'));

/** A mail server in a form; without `password` the stored one is used. */
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

/** PATCH /api/admin/mail; `server` null removes the server. */
export const mailPatch = z
  .strictObject({
    server: mailServer.nullable(),
    messagesTo: z.union([z.literal(''), email], reason('email_invalid')),
  })
  .partial();
export type MailPatch = z.infer<typeof mailPatch>;

/** GET /api/admin/mail, for admins: the server in use, the recipient of visitors' messages, and failures. */
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
  messagesTo: z.string().describe('Recipient chosen in the panel; empty when none is'),
  recipient: z
    .object({
      address: z.string(),
      from: z.enum(['environment', 'chosen', 'site', 'admin']),
    })
    .nullable()
    .describe(
      'Recipient of messages from visitors once mail is set up, and the rule that chose it',
    ),
  etag: z.string().describe('For If-Match'),
  waiting: z.int().describe('Messages that failed at least once and will be retried'),
  oldestAt: z.iso.datetime().nullable(),
  error: z.string().nullable().describe('Why the last attempt failed'),
});
export type MailState = z.infer<typeof mailState>;

/** Outcomes of a test message. */
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

/** POST /api/admin/mail/test: mails the signed-in user through these settings, else through those in use. */
export const mailTest = z.strictObject({ server: mailServer.optional() });
export const mailTestAnswer = z.object({ outcome: z.enum(mailOutcomes), to: z.string() });
export type MailTestAnswer = z.infer<typeof mailTestAnswer>;
