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

/** Who acts, as the log keeps it: the name stays readable after the account is gone. */
export interface Actor {
  id: string;
  username: string;
}

/** Who wrote and when; nobody is known of a refused sign-in with a name that nobody has. */
interface AuditedWrite {
  actor: Actor | null;
  /** Milliseconds since 1970. */
  now: number;
}

export interface NewEntry {
  action: AuditAction;
  entity: AuditEntity;
  /** Left out of an entry about many things, or about all there is. */
  entityId?: string | null;
  /** Name or title of the one thing it is about. */
  summary?: string;
  facts?: AuditFacts;
}

/** The change that a write is part of, if it changes content. */
const openChange = sql<number>`(SELECT id FROM changes WHERE open = 1)`;

/** The site builder at the terminal (`npm run user`). */
export const siteBuilder: Actor = { id: '', username: TERMINAL_ACTOR };

/**
 * Records a write and answers the id of the entry. Call it in the transaction of that write, so that
 * neither stands alone.
 */
export function recordAudit(store: Store, write: AuditedWrite, entry: NewEntry): number {
  const { actor, now: at } = write;
  const by = { at, actorId: actor?.id || null, actor: actor?.username ?? '' };
  return store
    .insert(auditLog)
    .values({ entityId: null, summary: '', ...entry, ...by, changeId: openChange })
    .returning({ id: auditLog.id })
    .get().id;
}

/** Records what somebody did to their own account, in the transaction of that write. */
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

/** Names that an entry about many things spells out; the rest is counted. */
const NAMED = 3;

/** What an entry about many things tells: how many, and the first names. */
export const factsOfMany = (names: readonly string[]): AuditFacts => ({
  count: names.length,
  names: names.slice(0, NAMED),
});

/** Replaces what an entry tells while a call of several transactions goes on. */
export function amendAudit(store: Store, id: number, facts: AuditFacts): void {
  store.update(auditLog).set({ facts }).where(eq(auditLog.id, id)).run();
}

/** What history keeps under which name. */
const kinds: Partial<Record<AuditEntity, HistoryEntity>> = {
  media: 'media',
  category: 'category',
  tag: 'category',
  note: 'story',
  series: 'story',
  settings: 'settings',
  guard: 'guard',
};

/** The newest change of one thing, or of the one list of its kind: from history, or of what it does not keep from the log. */
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

/** An entry as the API tells it. */
export const toAuditEntry = ({ actorId: _, changeId: __, at, ...row }: AuditRow): AuditEntry => ({
  ...row,
  at: new Date(at).toISOString(),
});

/** A page of the log, newest first: by number, because a clock may go back. */
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

/** Every name that acted, also of accounts that are gone, and of the terminal. */
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

/** Refused sign-ins are of use for a while only, and strangers write them. */
const REFUSALS_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Forgets refused sign-ins of more than 90 days ago. */
export function forgetRefusals(store: Store, now: number): void {
  store
    .delete(auditLog)
    .where(and(eq(auditLog.action, 'sign-in-refused'), lte(auditLog.at, now - REFUSALS_KEPT_MS)))
    .run();
}
