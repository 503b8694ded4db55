import { z } from 'zod';
import { contactStatuses } from './contact.ts';

/** Actions in the audit log; the panel translates them. */
export const auditActions = [
  'create',
  'update',
  'delete',
  'undo',
  'undelete',
  'purge',
  'decline',
  'renew-address',
  'upload',
  'retry',
  // Only in old entries: earlier versions could roll the site back.
  'restore',
  'repair',
  'sign-in',
  'sign-in-refused',
  'sign-in-blocked',
  'sign-out',
  'confirm',
  'enable-2fa',
  'disable-2fa',
  'replace-2fa',
  'renew-backup-codes',
  'save-backup-codes',
  'use-backup-code',
  'change-password',
  'reset-password',
  'reset-2fa',
  'ask-reset',
  'reset-by-mail',
  'invite',
  'accept-invitation',
  'unlock',
  'export',
  'erase',
  'reply',
  'make-backup',
  'download-backup',
  'restore-backup',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Actor of entries made at the terminal (`npm run user`, `npm run restore`). */
export const TERMINAL_ACTOR = 'npm run user';

/**
 * What an action applies to. `account`: a user's own sessions, password and second factor. `template`: only in old
 * entries.
 */
export const auditEntities = [
  'category',
  'tag',
  'media',
  'file',
  'site',
  'user',
  'settings',
  'account',
  'contact',
  'template',
  'key',
  'passkey',
  'species',
  'guard',
  'note',
  'series',
  'visits',
  'backup',
] as const;
export type AuditEntity = (typeof auditEntities)[number];

/** Entries per page; a shorter page is the last. */
export const AUDIT_PAGE = 50;

/** Notices of the panel that are gone for everybody once one person has read them. */
const auditNotices = ['protected-places', 'watch-folder'] as const;

/** Details of an entry as data, which the panel puts into words. */
const auditFacts = z
  .object({
    count: z.int().describe('Number of things affected'),
    names: z.array(z.string()).describe('Names or titles of the first of them'),
    fields: z.array(z.string()).describe('Names of changed fields'),
    mailFields: z.array(z.string()).describe('Names of changed fields of the mail settings'),
    switched: z.record(z.string(), z.boolean()).describe('Switches that were turned on or off'),
    position: z.int().describe('New position of what was moved, from 1'),
    message: z
      .enum([...contactStatuses, 'spam', 'inbox'])
      .describe('New status or folder of a message'),
    address: z.string().describe('IP address of the client'),
    passkey: z.string().describe('Name of the passkey that was used'),
    hero: z
      .object({ before: z.string(), after: z.string() })
      .describe("Titles of the home page's large picture; empty: none"),
    notice: z.enum(auditNotices).describe('The notice that was read'),
  })
  .partial();
export type AuditFacts = z.infer<typeof auditFacts>;

/** One line of the audit log, newest first in lists. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: z.string().describe('Username at that moment; empty when unknown'),
  action: z.enum(auditActions),
  entity: z.enum(auditEntities),
  entityId: z.string().nullable(),
  summary: z
    .string()
    .describe('Name or title of what it applies to; a sentence in entries older than `facts`'),
  facts: auditFacts.nullable().default(null).describe('Null when there are no details'),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Answer of GET /api/admin/audit/actors: every actor, deleted accounts included, by name. */
export const auditActors = z.array(auditEntry.shape.actor.min(1));

/** Query of GET /api/admin/audit: entries older than `before`, of one actor, of one kind. */
export const auditQuery = z.strictObject({
  actor: z.string().max(254).optional(),
  entity: z.enum(auditEntities).optional(),
  before: z.coerce.number().int().positive().optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;
