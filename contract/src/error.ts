import { z } from 'zod';

/** Codes of all errors. The text of an error may change, its code does not. */
const errorCodes = [
  'invalid_input',
  'malformed_json',
  'unauthenticated',
  'invalid_credentials',
  'invalid_code',
  'passkey_refused',
  'confirmation_required',
  'two_factor_required',
  'two_factor_state',
  'own_two_factor_missing',
  'enforcement_on',
  'own_account',
  'last_admin',
  'too_many_attempts',
  'forbidden',
  'cross_site',
  'not_found',
  'name_taken',
  'in_use',
  'stale_list',
  'changed_meanwhile',
  'ticket_invalid',
  'ticket_expired',
  'ticket_used',
  'link_invalid',
  'upload_busy',
  'upload_missing',
  'file_too_large',
  'file_empty',
  'body_too_large',
  'uri_too_long',
  'unsupported_type',
  'unreadable_file',
  'type_mismatch',
  'unsupported_body',
  'media_busy',
  'too_many_requests',
  'disk_full',
  'data_read_only',
  'database_damaged',
  'storage_failed',
  'timeout',
  'not_ready',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Body of every non-2xx answer: a text for people, a code for programs (spec §8). */
export const errorBody = z.object({
  error: z.string().describe('A sentence for people, in English; the admin translates it'),
  code: z.enum(errorCodes),
  reason: z
    .string()
    .optional()
    .describe('Why, for programs (contract/reason); left out where the code says it all'),
  fields: z.record(z.string(), z.string()).optional().describe('Error per field'),
  fieldReasons: z.record(z.string(), z.string()).optional().describe('The same for programs'),
  changed: z
    .object({ by: z.string(), at: z.iso.datetime() })
    .optional()
    .describe('With changed_meanwhile: who made the last change, and when, if known'),
});
export type ErrorBody = z.infer<typeof errorBody>;
