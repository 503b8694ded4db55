import { AUDIT_PAGE, type AuditEntity, auditEntry } from '@veldlicht/contract/audit';
import { z } from 'zod';

/** Read leniently: a newer server may record what this panel has no words for yet. */
export const auditLine = auditEntry.extend({ action: z.string(), entity: z.string() });
export type AuditLine = z.infer<typeof auditLine>;

/** What the list shows; null is all of it. */
export interface AuditFilter {
  /** A username. */
  actor: string | null;
  entity: AuditEntity | null;
}

/** The address of one answer: the entries older than `before`, or the newest. */
export function auditPath({ actor, entity }: AuditFilter, before: number | null): string {
  const query = new URLSearchParams();
  if (actor !== null) query.set('actor', actor);
  if (entity !== null) query.set('entity', entity);
  if (before !== null) query.set('before', String(before));
  return query.size > 0 ? `/api/admin/audit?${query}` : '/api/admin/audit';
}

/** From where the next answer goes on; undefined when this was the last. */
export function nextBefore(page: readonly Pick<AuditLine, 'id'>[]): number | undefined {
  return page.length < AUDIT_PAGE ? undefined : page.at(-1)?.id;
}
