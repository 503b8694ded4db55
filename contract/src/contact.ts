import { z } from 'zod';
import { enquiry, purposes, sizes } from './enquiry.ts';
import { MAX_NAME } from './limits.ts';
import { ONE_LINE, VISIBLE } from './name.ts';
import { reason } from './reason.ts';
import { reply } from './reply.ts';

export const contactStatuses = ['new', 'read', 'replied'] as const;
const contactStatus = z.enum(contactStatuses);
export type ContactStatus = z.infer<typeof contactStatus>;

/** `spam`: certainly sent by a program; deleted after `SPAM_DAYS` (decision 028). */
export const contactFolders = ['inbox', 'spam'] as const;
export const contactFolder = z.enum(contactFolders);
export type ContactFolder = z.infer<typeof contactFolder>;
export const SPAM_DAYS = 30;

/** A message of a visitor (spec §3). */
export const contactSubmission = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  message: z.string(),
  status: contactStatus,
  submittedAt: z.iso.datetime(),
  enquiry: enquiry.nullable().describe('Which photo it is about, and for what'),
  replies: z.array(reply).describe('Oldest first'),
  etag: z.string().describe('Version of the replies, for If-Match'),
});
export type ContactSubmission = z.infer<typeof contactSubmission>;

/** Longest fields of a message, in characters (threat T22). */
export const MAX_EMAIL = 254;
export const MAX_PHONE = 40;
export const MAX_MESSAGE = 5000;
/** Far longer than any address of an item. */
const MAX_PHOTO = 300;

const MISSING = 'Vul alle velden in.';
const CHOOSE = 'Kies waarvoor je de foto wilt gebruiken.';
const ON_ONE_LINE = 'Gebruik hier gewone tekst op één regel.';
const atMost = (characters: number) => `Gebruik hooguit ${characters} tekens.`;
const oneLine = z.string(MISSING).trim().regex(VISIBLE, MISSING).regex(ONE_LINE, ON_ONE_LINE);

/** Lets the check of the message run although other fields are invalid. */
const isTyped = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && 'message' in value && value.message !== undefined;

/**
 * POST /api/contact (spec §7), as JSON or as a plain form. `website` is a honeypot and `fillMs` the time it took to
 * fill in the form; other clients may omit both. With a `photo` it is an enquiry: a purpose is required, a message not.
 */
export const contactInput = z
  .strictObject({
    name: oneLine.max(MAX_NAME, atMost(MAX_NAME)),
    email: z.email('Vul een geldig e-mailadres in.').max(MAX_EMAIL, atMost(MAX_EMAIL)),
    phone: z
      .string()
      .trim()
      .max(MAX_PHONE, atMost(MAX_PHONE))
      .regex(ONE_LINE, ON_ONE_LINE)
      .nullish()
      .transform((text) => text || null),
    message: z.string(MISSING).trim().max(MAX_MESSAGE, atMost(MAX_MESSAGE)).default(''),
    photo: oneLine.max(MAX_PHOTO, atMost(MAX_PHOTO)).optional().describe('Public path of an item'),
    purpose: z.enum(purposes, CHOOSE).optional(),
    size: z
      .enum(['', ...sizes])
      .optional()
      .transform((size) => size || null),
    website: z.string().max(500).optional(),
    fillMs: z.coerce.number().int().min(0).optional(),
  })
  .refine(({ photo, message }) => photo !== undefined || VISIBLE.test(message), {
    error: MISSING,
    path: ['message'],
    when: isTyped,
  })
  .refine(({ photo, purpose }) => photo === undefined || purpose !== undefined, {
    error: CHOOSE,
    path: ['purpose'],
  });
export type ContactInput = z.infer<typeof contactInput>;

/** PATCH /api/admin/contacts/{id} (spec §7). */
export const contactPatch = z.strictObject({ status: contactStatus });
export type ContactPatch = z.infer<typeof contactPatch>;

/** Query of GET /api/admin/contacts. */
export const contactQuery = z.strictObject({ folder: contactFolder.default('inbox') });

/** POST /api/admin/contacts/export and .../erase: everything of one address (GDPR art. 15 and 17). */
export const addressInput = z.strictObject({ email: z.email(reason('email_invalid')).max(254) });
export const exportAnswer = z.object({
  email: z.string(),
  exportedAt: z.iso.datetime(),
  messages: z.array(contactSubmission.extend({ folder: contactFolder })),
});
export type ExportAnswer = z.infer<typeof exportAnswer>;
export const eraseAnswer = z.object({ deleted: z.int() });
