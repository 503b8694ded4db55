import { z } from 'zod';
import { contactStatuses } from './contact.ts';

/** What can happen. The words for it are the admin's, in its own language. */
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
  // Of earlier versions of this program, which could show an older release.
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

/** Who acts at the terminal, as entries name them: the site builder (`npm run user`, `npm run restore`). */
export const TERMINAL_ACTOR = 'npm run user';

/**
 * What it happens to. `account` is a person's own sign-in: sessions, password, second factor. `template` is named by
 * entries of what has gone.
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

/** Entries of one answer; fewer mean that it was the last. */
export const AUDIT_PAGE = 50;

/** Notices of the panel that one person reads for all: of places an update protects, of the watched folder. */
export const auditNotices = ['protected-places', 'watch-folder'] as const;

/** What an entry tells beside a name, for each language to word: nobody reads it from a sentence. */
export const auditFacts = z
  .object({
    count: z.int().describe('How many things it was about'),
    names: z.array(z.string()).describe('Names or titles of the first of them'),
    fields: z.array(z.string()).describe('Names of changed fields'),
    mailFields: z.array(z.string()).describe('Names of changed fields of the mail settings'),
    switched: z.record(z.string(), z.boolean()).describe('Switches that were turned on or off'),
    position: z.int().describe('Where what was moved stands now, from 1'),
    message: z.enum([...contactStatuses, 'spam', 'inbox']).describe('What a message became'),
    address: z.string().describe('Of the computer it came from'),
    passkey: z.string().describe('Name of the passkey that was used'),
    notice: z.enum(auditNotices).describe('The notice that was read'),
  })
  .partial();
export type AuditFacts = z.infer<typeof auditFacts>;

/** One line of the audit log, newest first in lists. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: z.string().describe('Username at that moment; empty when nobody was known'),
  action: z.enum(auditActions),
  entity: z.enum(auditEntities),
  entityId: z.string().nullable(),
  summary: z
    .string()
    .describe(
      'Name or title of what it was about; a sentence in entries from before they had facts',
    ),
  facts: auditFacts.nullable().default(null).describe('Null when there is no more to tell'),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Answer of GET /api/admin/audit/actors: every name that acted, by name, gone accounts as well. */
export const auditActors = z.array(auditEntry.shape.actor.min(1));

/** Query of GET /api/admin/audit: entries older than `before`, of one actor, of one kind. */
export const auditQuery = z.strictObject({
  actor: z.string().max(254).optional(),
  entity: z.enum(auditEntities).optional(),
  before: z.coerce.number().int().positive().optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;
