/** Who changed what between two releases, from the audit log, and what publishing writes there itself. */
import { CHANGES_LISTED, type ReleaseChanges } from '@veldlicht/contract/publishing';
import type { Store } from '@veldlicht/database/open';
import { isUnreleased } from '@veldlicht/database/publishing';
import { auditLog } from '@veldlicht/database/schema';
import { and, count, desc, eq, lte, type SQL } from 'drizzle-orm';

/** Names that an entry lists; the rest is a number. */
const NAMES_LISTED = 10;

function newestEntries(store: Store, wanted: SQL | undefined, limit: number) {
  const { actor, action, entity, summary } = auditLog;
  return store
    .select({ actor, action, entity, summary })
    .from(auditLog)
    .where(wanted)
    .orderBy(desc(auditLog.id))
    .limit(limit)
    .all();
}

/** Changes of content that no good release has brought along, up to the entry `auditId`. */
export function readChanges(store: Store, auditId: number): ReleaseChanges {
  const wanted = and(isUnreleased(store), lte(auditLog.id, auditId));
  const total = store.select({ n: count() }).from(auditLog).where(wanted).get()?.n ?? 0;
  return { total, newest: newestEntries(store, wanted, CHANGES_LISTED) };
}

/**
 * What a release that is made by going back to `id` says of itself: who asked for it. No change of
 * content; null when nobody is known to have asked.
 */
export function stepBackChanges(store: Store, id: string): ReleaseChanges | null {
  const wanted = and(eq(auditLog.action, 'restore'), eq(auditLog.entityId, id));
  const newest = newestEntries(store, wanted, 1);
  return newest.length > 0 ? { total: 1, newest } : null;
}

/** Writes down that somebody goes back at the terminal; nobody is signed in there. */
export function recordStepByHand(store: Store, id: string, now: number): void {
  const step = { action: 'restore', entity: 'site', entityId: id, summary: id } as const;
  const actor = { actorId: null, actor: 'npm run content-build' };
  store
    .insert(auditLog)
    .values({ at: now, ...actor, ...step })
    .run();
}

/** Writes down that damaged files of the site (pages), or of uploads (titles), are made anew. */
export function recordRepair(
  store: Store,
  entity: 'site' | 'file',
  names: string[],
  now: number,
): void {
  const rest = names.length - NAMES_LISTED;
  const listed = names.slice(0, NAMES_LISTED).join(', ');
  const summary = rest > 0 ? `${listed} +${rest}` : listed;
  const repair = { action: 'repair', entity, entityId: null, summary } as const;
  store
    .insert(auditLog)
    .values({ at: now, actorId: null, actor: 'Veldlicht', ...repair })
    .run();
}
