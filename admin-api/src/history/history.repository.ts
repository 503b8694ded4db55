/** Reads the history page, and the versions of one thing. */
import {
  HISTORY_PAGE,
  type HistoryEntity,
  type HistoryEntry,
  type HistoryFailure,
  type HistoryPage,
  type Version,
  type VersionsQuery,
} from '@veldlicht/contract/history';
import { ATTEMPTS_LISTED, contentEntities } from '@veldlicht/contract/publishing';
import { countRows } from '@veldlicht/database/count-rows';
import { readPresent, type State } from '@veldlicht/database/history';
import type { Database, Store } from '@veldlicht/database/open';
import { auditLog, changes, history, releases } from '@veldlicht/database/schema';
import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, lte, ne } from 'drizzle-orm';
import { type AuditRow, toAuditEntry } from '#audit/audit.repository.ts';
import type { UserRow } from '#auth/sessions.ts';
import { toInstant, toInstantOrNull } from '#http/instant.ts';
import { isUndone, mayUndo } from './changes.ts';
import { readHeroChanges } from './hero.ts';
import { nameOf, shownValue } from './shown-value.ts';
import { partsOf, versionedNames } from './states.ts';

/** When a change went live: the first publish after it; null if that publish may have been pruned. */
function liveAt(store: Store, { id }: AuditRow): string | null {
  const earlier = store.select({ id: releases.id }).from(releases).where(lt(releases.auditId, id));
  const attempts = countRows(store, releases);
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

/** A page of content changes, newest first; `before` is the id of an audit entry. */
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

/** The versions of the settings, with the changes of the large picture among them, newest first. */
function withHero(db: Database, versions: readonly Version[], user: UserRow, now: number) {
  const all = new Map(versions.map((one) => [one.change, one]));
  for (const { change, before, after } of readHeroChanges(db)) {
    const { id, at, actor: by } = change;
    const [was, became] = [before, after].map((one) => (one === null ? null : nameOf(db, one)));
    const field = { name: 'heroPicture', before: was ?? null, after: became ?? null };
    const mayBringBack = mayUndo(user, change, ['settings'], now);
    const own = all.get(id) ?? { change: id, at: toInstant(at), by, mayBringBack, fields: [] };
    all.set(id, { ...own, fields: [...own.fields, field] });
  }
  return [...all.values()].sort((a, b) => b.change - a.change);
}

/** The versions of a thing, newest first, each with the fields that a change made different. */
export function readVersions(
  db: Database,
  thing: VersionsQuery,
  user: UserRow,
  now: number,
): Version[] {
  const { entity, id } = thing;
  const rows = db
    .select({ ...getTableColumns(changes), before: history.before })
    .from(history)
    .innerJoin(changes, eq(changes.id, history.changeId))
    .where(and(eq(history.entity, entity), eq(history.id, id)))
    .orderBy(desc(changes.id))
    .all();
  let next: State | null = readPresent(db, entity, [id]).get(id) ?? null;
  const versions: Version[] = [];
  for (const { before: text, ...change } of rows) {
    const before: State | null = text === null ? null : JSON.parse(text);
    if (before && next) {
      const [was, became] = [partsOf(entity, before), partsOf(entity, next)];
      const fields = versionedNames(entity, was, became).map((name) => ({
        name,
        before: shownValue(db, thing, name, was),
        after: shownValue(db, thing, name, became),
      }));
      const { id: number, at, actor: by } = change;
      const mayBringBack = mayUndo(user, change, [entity], now);
      if (fields.length > 0)
        versions.push({ change: number, at: toInstant(at), by, mayBringBack, fields });
    }
    next = before;
  }
  return entity === 'settings' ? withHero(db, versions, user, now) : versions;
}
