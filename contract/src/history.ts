/** What was changed, how it was before, and the way back (decision 112). */
import { z } from 'zod';
import { auditEntry } from './audit.ts';

/** Of what history knows how it was. */
export const historyEntities = [
  'media',
  'category',
  'story',
  'settings',
  'guard',
  'species',
] as const;
export type HistoryEntity = (typeof historyEntities)[number];

/** How long it is known, as in the trash. */
export const HISTORY_DAYS = 30;
/** Changes of one answer; fewer mean that it was the last. */
export const HISTORY_PAGE = 50;
/** What somebody else changed longer ago, only admins undo. */
export const OTHERS_UNDO_MS = 24 * 60 * 60 * 1000;

/** Whether who asks can take a change back: no when history has nothing of it, or they may not. */
export const undoStates = ['open', 'undone', 'no'] as const;

export const historyEntry = auditEntry.extend({
  change: z.int().nullable().describe('What undoes it names it so'),
  undo: z.enum(undoStates),
  liveAt: z.iso
    .datetime()
    .nullable()
    .describe('When the site showed it; null: not known or not yet'),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** A publish that failed among them. */
export const historyFailure = z.object({
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

/** Answer of an undo: how many things are as they were, and how many had been changed since or can't come back. */
export const undone = z.object({ undone: z.int(), left: z.int() });
export type Undone = z.infer<typeof undone>;

/** What has earlier versions. */
const versioned = {
  entity: z.enum(['media', 'story', 'settings']),
  id: z.string().min(1).max(100),
};
export const versionsQuery = z.strictObject(versioned);
export type VersionsQuery = z.infer<typeof versionsQuery>;
/** Payload of POST /api/admin/history/versions: the thing becomes as it was before this change. */
export const versionInput = z.strictObject({ ...versioned, change: z.int().min(1) });
export type VersionInput = z.infer<typeof versionInput>;

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
export type VersionValue = z.infer<typeof value>;

/** What a change made different. */
export const version = z.object({
  change: z.int(),
  at: z.iso.datetime(),
  by: z.string().describe('Username at that moment; empty: the program'),
  mayBringBack: z.boolean().describe('Whether who asks may bring back what was there before'),
  fields: z.array(z.object({ name: z.string(), before: value, after: value })),
});
export type Version = z.infer<typeof version>;
