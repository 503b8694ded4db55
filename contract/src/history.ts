/** History: changes, earlier versions and undo (decision 007). */
import { z } from 'zod';
import { auditEntry } from './audit.ts';

/** Entities whose earlier rows are kept. */
export const historyEntities = [
  'media',
  'category',
  'story',
  'settings',
  'guard',
  'species',
] as const;
export type HistoryEntity = (typeof historyEntities)[number];

/** How long history is kept, as long as the trash. */
export const HISTORY_DAYS = 30;
/** Changes per page; a shorter page is the last. */
export const HISTORY_PAGE = 50;
/** Only admins undo other people's changes older than this. */
export const OTHERS_UNDO_MS = 24 * 60 * 60 * 1000;

/** Whether the user can undo a change; `no`: it is not in history, or the user may not. */
const undoStates = ['open', 'undone', 'no'] as const;

export const historyEntry = auditEntry.extend({
  change: z.int().nullable().describe('Id to undo it by'),
  undo: z.enum(undoStates),
  liveAt: z.iso.datetime().nullable().describe('When it was live; null: unknown or not yet'),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** A failed publish. */
const historyFailure = z.object({
  at: z.iso.datetime(),
  error: z.string().nullable().describe('Why (contract/reason)'),
  log: z.array(z.string()).describe('Last lines, without paths of the server'),
});
export type HistoryFailure = z.infer<typeof historyFailure>;

/** GET /api/admin/history: changes of content, newest first. */
export const historyPage = z.object({
  entries: z.array(historyEntry),
  failures: z.array(historyFailure),
});
export type HistoryPage = z.infer<typeof historyPage>;

export const historyQuery = z.strictObject({ before: z.coerce.number().int().min(1).optional() });

/** Answer of an undo: rows restored, and rows left because they changed since or can't come back. */
export const undone = z.object({ undone: z.int(), left: z.int() });
export type Undone = z.infer<typeof undone>;

/** Entities with earlier versions. */
const versioned = {
  entity: z.enum(['media', 'story', 'settings']),
  id: z.string().min(1).max(100),
};
export const versionsQuery = z.strictObject(versioned);
export type VersionsQuery = z.infer<typeof versionsQuery>;
/** Payload of POST /api/admin/history/versions: restores the row as it was before this change. */
export const versionInput = z.strictObject({ ...versioned, change: z.int().min(1) });
export type VersionInput = z.infer<typeof versionInput>;

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
export type VersionValue = z.infer<typeof value>;

/** A change with the fields it changed. */
export const version = z.object({
  change: z.int(),
  at: z.iso.datetime(),
  by: z.string().describe('Username at that moment; empty: the program'),
  mayBringBack: z.boolean().describe('Whether the user may restore the values before it'),
  fields: z.array(z.object({ name: z.string(), before: value, after: value })),
});
export type Version = z.infer<typeof version>;
