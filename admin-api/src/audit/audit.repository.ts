import {
  AUDIT_PAGE,
  type AuditAction,
  type AuditEntity,
  type AuditEntry,
  type AuditFacts,
  type AuditQuery,
  TERMINAL_ACTOR,
} from '@veldlicht/contract/audit';
import type { HistoryEntity } from '@veldlicht/contract/history';
import type { Store } from '@veldlicht/database/open';
import { auditLog, changes, history } from '@veldlicht/database/schema';
import { and, desc, eq, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { toInstant } from '#http/instant.ts';

/** An actor as the log stores it: the name outlives the account. */
export interface Actor {
  id: string;
  username: string;
}

interface AuditedWrite {
  /** Null for a refused sign-in. */
  actor: Actor | null;
  /** Milliseconds since 1970. */
  now: number;
}

export interface NewEntry {
  action: AuditAction;
  entity: AuditEntity;
  /** Omitted for an entry about many things or all of them. */
  entityId?: string | null;
  /** Name or title of the entity. */
  summary?: string;
  facts?: AuditFacts;
}

/** The open change (history) that the write belongs to, if any. */
const openChange = sql<number>`(SELECT id FROM changes WHERE open = 1)`;

/** The site builder at the terminal (`npm run user`). */
export const siteBuilder: Actor = { id: '', username: TERMINAL_ACTOR };

/** Records a write; returns the entry's id. Call it in the transaction of the write. */
export function recordAudit(store: Store, write: AuditedWrite, entry: NewEntry): number {
  const { actor, now: at } = write;
  const by = { at, actorId: actor?.id || null, actor: actor?.username ?? '' };
  return store
    .insert(auditLog)
    .values({ entityId: null, summary: '', ...entry, ...by, changeId: openChange })
    .returning({ id: auditLog.id })
    .get().id;
}

/** Records a user's write to their own account. Call it in the transaction of the write. */
export function auditAccount(
  store: Store,
  user: Actor,
  action: AuditAction,
  now: number,
  facts: AuditFacts = {},
): void {
  const entry = { action, entity: 'account', entityId: user.id, facts } as const;
  recordAudit(store, { actor: user, now }, entry);
}

/** Names listed in an entry about many things. */
const NAMED = 3;

/** Facts of an entry about many things: their number and the first names. */
export const factsOfMany = (names: readonly string[]): AuditFacts => ({
  count: names.length,
  names: names.slice(0, NAMED),
});

/** Replaces an entry's facts, while a call writes in several transactions. */
export function amendAudit(store: Store, id: number, facts: AuditFacts): void {
  store.update(auditLog).set({ facts }).where(eq(auditLog.id, id)).run();
}

/** The history entity of each audit entity that has history. */
const kinds: Partial<Record<AuditEntity, HistoryEntity>> = {
  media: 'media',
  category: 'category',
  tag: 'category',
  note: 'story',
  series: 'story',
  settings: 'settings',
  guard: 'guard',
};

/** The newest change of an entity (of its kind for null), from history or, where that has none, the log. */
export function findLastChange(
  store: Store,
  { entity, entityId }: Pick<AuditRow, 'entity' | 'entityId'>,
): Pick<AuditRow, 'actor' | 'at'> | undefined {
  const { actor, at } = auditLog;
  const isIt = entityId === null ? isNull(auditLog.entityId) : eq(auditLog.entityId, entityId);
  const logged = store
    .select({ actor, at })
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), isIt))
    .orderBy(desc(auditLog.id))
    .limit(1)
    .get();
  const kind = kinds[entity];
  if (!kind) return logged;
  const kept = store
    .select({ actor: changes.actor, at: changes.at })
    .from(history)
    .innerJoin(changes, eq(changes.id, history.changeId))
    .where(and(eq(history.entity, kind), entityId === null ? undefined : eq(history.id, entityId)))
    .orderBy(desc(changes.id))
    .limit(1)
    .get();
  return kept && kept.at >= (logged?.at ?? 0) ? kept : logged;
}

export type AuditRow = typeof auditLog.$inferSelect;

export const toAuditEntry = ({ actorId: _, changeId: __, at, ...row }: AuditRow): AuditEntry => ({
  ...row,
  at: toInstant(at),
});

/** A page of the log, newest first by id, since the clock may go back. */
export function listAudit(store: Store, { actor, entity, before }: AuditQuery): AuditRow[] {
  const wanted = and(
    actor === undefined ? undefined : eq(auditLog.actor, actor),
    entity === undefined ? undefined : eq(auditLog.entity, entity),
    before === undefined ? undefined : lt(auditLog.id, before),
  );
  return store
    .select()
    .from(auditLog)
    .where(wanted)
    .orderBy(desc(auditLog.id))
    .limit(AUDIT_PAGE)
    .all();
}

/** Names of all actors, including deleted accounts and the terminal. */
export function listActors(store: Store): string[] {
  return store
    .select({ actor: auditLog.actor })
    .from(auditLog)
    .where(ne(auditLog.actor, ''))
    .groupBy(auditLog.actor)
    .orderBy(auditLog.actor)
    .all()
    .map(({ actor }) => actor);
}

/** Strangers cause these entries, which lose their use. */
const REFUSALS_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Deletes entries of refused sign-ins older than 90 days. */
export function forgetRefusals(store: Store, now: number): void {
  store
    .delete(auditLog)
    .where(and(eq(auditLog.action, 'sign-in-refused'), lte(auditLog.at, now - REFUSALS_KEPT_MS)))
    .run();
}
