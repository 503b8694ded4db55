/** Entries of the audit log that publishing reads and writes. */
import type { Store } from '@veldlicht/database/open';
import { auditLog } from '@veldlicht/database/schema';
import { max } from 'drizzle-orm';

/** Id of the newest entry; 0 without any. */
export function newestAuditId(store: Store): number {
  return (
    store
      .select({ id: max(auditLog.id) })
      .from(auditLog)
      .get()?.id ?? 0
  );
}

/** Names listed in an entry; the rest are only counted. */
const NAMES_LISTED = 10;

/** Logs the repair of damaged files, of the site (pages) or of uploads (titles). */
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
