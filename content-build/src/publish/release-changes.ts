/** Who changed what between two releases, from the audit log. */
import {
  CHANGES_LISTED,
  contentEntities,
  type ReleaseChanges,
} from '@veldlicht/contract/publishing';
import type { Store } from '@veldlicht/database/open';
import { auditLog, releases } from '@veldlicht/database/schema';
import { and, count, desc, eq, gt, inArray, lte, max, ne } from 'drizzle-orm';

/** Changes of content that no good release has brought along, up to the entry `auditId`. */
export function readChanges(store: Store, auditId: number): ReleaseChanges {
  const known = store
    .select({ id: max(releases.auditId) })
    .from(releases)
    .where(ne(releases.state, 'failed'))
    .get();
  const wanted = and(
    gt(auditLog.id, known?.id ?? 0),
    lte(auditLog.id, auditId),
    inArray(auditLog.entity, [...contentEntities]),
  );
  const total = store.select({ n: count() }).from(auditLog).where(wanted).get()?.n ?? 0;
  const { actor, action, entity, summary } = auditLog;
  const newest = store
    .select({ actor, action, entity, summary })
    .from(auditLog)
    .where(wanted)
    .orderBy(desc(auditLog.id))
    .limit(CHANGES_LISTED)
    .all();
  return { total, newest };
}

/**
 * What a release that is made by going back to `id` says of itself: who asked for it. No change of
 * content; null when nobody is known to have asked.
 */
export function stepBackChanges(store: Store, id: string): ReleaseChanges | null {
  const { actor, action, entity, summary } = auditLog;
  const asked = store
    .select({ actor, action, entity, summary })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'restore'), eq(auditLog.entityId, id)))
    .orderBy(desc(auditLog.id))
    .limit(1)
    .get();
  return asked ? { total: 1, newest: [asked] } : null;
}

/** Writes down that somebody goes back at the terminal; nobody is signed in there. */
export function recordStepByHand(store: Store, id: string, now: number): void {
  const step = { action: 'restore', entity: 'site', entityId: id, summary: id } as const;
  store
    .insert(auditLog)
    .values({ at: now, actorId: null, actor: 'npm run content-build', ...step })
    .run();
}
