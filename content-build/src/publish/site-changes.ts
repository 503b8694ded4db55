/** Who changed what between two releases, from the audit log, and what publishing writes there itself. */
import {
  CHANGES_LISTED,
  type ContentChanges,
  contentEntities,
} from '@veldlicht/contract/publishing';
import type { Store } from '@veldlicht/database/open';
import { auditLog, releases } from '@veldlicht/database/schema';
import { and, count, desc, gt, inArray, lte, max, ne } from 'drizzle-orm';

/** The newest entry of the log, 0 when there is none. */
export function newestAuditId(store: Store): number {
  return (
    store
      .select({ id: max(auditLog.id) })
      .from(auditLog)
      .get()?.id ?? 0
  );
}

/** Names that an entry spells out; the rest is counted. */
const NAMES_LISTED = 10;

/** Changes of content that no good release has brought along, up to the entry `auditId`. */
export function readChanges(store: Store, auditId: number): ContentChanges {
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
  const { actor, action, entity, summary, facts } = auditLog;
  const newest = store
    .select({ actor, action, entity, summary, facts })
    .from(auditLog)
    .where(wanted)
    .orderBy(desc(auditLog.id))
    .limit(CHANGES_LISTED)
    .all();
  return { total, newest };
}

/** Writes down that damaged files of the site (pages), or of uploads (titles), are made anew. */
export function recordRepair(
  store: Store,
  entity: 'site' | 'file',
  names: string[],
  now: number,
): void {
  const facts = { count: names.length, names: names.slice(0, NAMES_LISTED) };
  const repair = { action: 'repair', entity, summary: '', facts } as const;
  store
    .insert(auditLog)
    .values({ at: now, actorId: null, actor: 'Veldlicht', ...repair })
    .run();
}
