/** What the worker put right by itself, for who reads the audit log. */
import type { Store } from '@veldlicht/database/open';
import { auditLog } from '@veldlicht/database/schema';

/** Names that an entry lists; the rest is a number. */
const NAMES_LISTED = 10;

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
  const entry = { action: 'repair', entity, entityId: null, summary } as const;
  store
    .insert(auditLog)
    .values({ at: now, actorId: null, actor: 'Veldlicht', ...entry })
    .run();
}
