import type { Store } from '@veldlicht/database/open';
import { auditLog } from '@veldlicht/database/schema';

/** Who acts, as the log keeps it: the name stays readable after the account is gone. */
export interface Actor {
  id: string;
  username: string;
}

interface AuditEntry {
  at: number;
  actor: Actor;
  action: 'create' | 'update' | 'delete' | 'upload' | 'retry';
  entity: 'category' | 'tag' | 'media' | 'file' | 'site';
  entityId: string | null;
  summary: string;
}

/** Records a write. Call it in the transaction of that write, so that neither stands alone. */
export function recordAudit(store: Store, { actor, ...entry }: AuditEntry): void {
  store
    .insert(auditLog)
    .values({ ...entry, actorId: actor.id, actor: actor.username })
    .run();
}
