/** The list of what was changed, and the versions of one thing (decision 112). */
import { isDeepStrictEqual } from 'node:util';
import {
  HISTORY_PAGE,
  type HistoryEntity,
  type HistoryEntry,
  type HistoryFailure,
  type HistoryPage,
  type Version,
  type VersionsQuery,
  type VersionValue,
} from '@veldlicht/contract/history';
import { ATTEMPTS_LISTED, contentEntities } from '@veldlicht/contract/publishing';
import { readPresent, type State } from '@veldlicht/database/history';
import type { Database, Store } from '@veldlicht/database/open';
import { auditLog, categories, changes, history, releases } from '@veldlicht/database/schema';
import { and, asc, count, desc, eq, gte, inArray, lt, lte, ne } from 'drizzle-orm';
import { type AuditRow, toAuditEntry } from '#audit/audit.repository.ts';
import type { UserRow } from '#auth/sessions.ts';
import { toInstant, toInstantOrNull } from '#http/instant.ts';
import { isUndone, mayUndo } from './changes.ts';
import { partsOf } from './states.ts';

/** When the site showed what an entry tells of: the first publish after it, unless that may be forgotten by now. */
function liveAt(store: Store, { id }: AuditRow): string | null {
  const earlier = store.select({ id: releases.id }).from(releases).where(lt(releases.auditId, id));
  const attempts = store.select({ n: count() }).from(releases).get()?.n ?? 0;
  const isKnown = attempts < ATTEMPTS_LISTED || earlier.get() !== undefined;
  const first = store
    .select({ at: releases.createdAt })
    .from(releases)
    .where(and(ne(releases.state, 'failed'), gte(releases.auditId, id)))
    .orderBy(asc(releases.auditId))
    .limit(1)
    .get();
  return isKnown ? toInstantOrNull(first?.at) : null;
}

function undoOf(store: Store, user: UserRow, id: number | null, now: number): HistoryEntry['undo'] {
  const change =
    id === null ? undefined : store.select().from(changes).where(eq(changes.id, id)).get();
  if (!change) return 'no';
  if (isUndone(store, change.id)) return 'undone';
  const entities = store
    .select({ entity: history.entity })
    .from(history)
    .where(eq(history.changeId, change.id))
    .groupBy(history.entity)
    .all()
    .map(({ entity }): HistoryEntity => entity);
  return entities.length > 0 && mayUndo(user, change, entities, now) ? 'open' : 'no';
}

/** Publishes that failed between two moments. */
function readFailures(store: Store, from: number, until: number): HistoryFailure[] {
  const isBetween = and(gte(releases.createdAt, from), lte(releases.createdAt, until));
  return store
    .select()
    .from(releases)
    .where(and(eq(releases.state, 'failed'), isBetween))
    .orderBy(desc(releases.createdAt))
    .all()
    .map(({ createdAt, error, log }) => ({ at: toInstant(createdAt), error, log: log ?? [] }));
}

/** Changes of content that came before an entry of the log, the newest first. */
export function readHistory(
  store: Store,
  user: UserRow,
  before: number | undefined,
  now: number,
): HistoryPage {
  const isContent = inArray(auditLog.entity, [...contentEntities]);
  const rows = store
    .select()
    .from(auditLog)
    .where(and(isContent, before === undefined ? undefined : lt(auditLog.id, before)))
    .orderBy(desc(auditLog.id))
    .limit(HISTORY_PAGE)
    .all();
  const later =
    before === undefined
      ? undefined
      : store.select().from(auditLog).where(eq(auditLog.id, before)).get();
  const oldest = rows.length < HISTORY_PAGE ? 0 : (rows.at(-1)?.at ?? 0);
  return {
    entries: rows.map((row) => ({
      ...toAuditEntry(row),
      change: row.changeId,
      undo: undoOf(store, user, row.changeId, now),
      liveAt: liveAt(store, row),
    })),
    failures: readFailures(store, oldest, later ? later.at - 1 : Number.MAX_SAFE_INTEGER),
  };
}

const moments = ['publishFrom', 'publishUntil'];

/** A value as people read it: names instead of ids. */
function shownValue(
  name: string,
  value: unknown,
  names: ReadonlyMap<string, string>,
): VersionValue {
  const nameOf = (id: unknown) => names.get(String(id)) ?? String(id);
  if (value === null || value === undefined) return null;
  if (moments.includes(name)) return toInstant(Number(value));
  if (name === 'categoryId') return nameOf(value);
  if (name === 'tagIds' && Array.isArray(value)) return value.map(nameOf);
  if (name === 'species' && Array.isArray(value)) return value.map((one) => one.scientificName);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return JSON.stringify(value);
}

/** What changes made different in a thing, the newest first. */
export function readVersions(db: Database, { entity, id }: VersionsQuery): Version[] {
  const rows = db
    .select({ change: changes.id, at: changes.at, by: changes.actor, before: history.before })
    .from(history)
    .innerJoin(changes, eq(changes.id, history.changeId))
    .where(and(eq(history.entity, entity), eq(history.id, id)))
    .orderBy(desc(changes.id))
    .all();
  const names = new Map(
    db
      .select()
      .from(categories)
      .all()
      .map((one) => [one.id, one.name]),
  );
  let next: State | null = readPresent(db, entity, [id]).get(id) ?? null;
  const versions: Version[] = [];
  for (const { change, at, by, before: text } of rows) {
    const before: State | null = text === null ? null : JSON.parse(text);
    const [was, became] = [before, next].map((state) => state && partsOf(entity, state));
    const changed = Object.keys({ ...was, ...became }).filter(
      (name) => !isDeepStrictEqual(was?.[name] ?? null, became?.[name] ?? null),
    );
    if (before && changed.length > 0)
      versions.push({
        change,
        at: toInstant(at),
        by,
        fields: changed.map((name) => ({
          name,
          before: shownValue(name, was?.[name], names),
          after: shownValue(name, became?.[name], names),
        })),
      });
    next = before;
  }
  return versions;
}
