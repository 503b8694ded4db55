/** How far the audit log has come, and what publishing writes there itself. */
import type { Store } from '@veldlicht/database/open';
import { auditLog } from '@veldlicht/database/schema';
import { max } from 'drizzle-orm';

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
