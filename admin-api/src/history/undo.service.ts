/** Undoes changes, and restores earlier versions. */
import { isDeepStrictEqual } from 'node:util';
import type { AuditEntity } from '@veldlicht/contract/audit';
import type { HistoryEntity, Undone, VersionInput } from '@veldlicht/contract/history';
import { reason } from '@veldlicht/contract/reason';
import { decidesGuard } from '@veldlicht/database/apply-guard';
import { inChange } from '@veldlicht/database/change';
import { readBefore, readBetween, readPresent, type State } from '@veldlicht/database/history';
import type { Database, Store } from '@veldlicht/database/open';
import { auditLog, changes, history, media, stories } from '@veldlicht/database/schema';
import { asc, eq, sql } from 'drizzle-orm';
import { type NewEntry, recordAudit } from '#audit/audit.repository.ts';
import type { UserRow } from '#auth/sessions.ts';
import { AppError } from '#http/app-error.ts';
import { inPortions, PORTION } from '#http/in-portions.ts';
import type { Write } from '#http/write.ts';
import type { BringBack, Wanted } from './bring-back.ts';
import { bringBackMedia } from './bring-back-media.ts';
import { bringBackCategories, bringBackGuard, bringBackSpecies } from './bring-back-names.ts';
import { bringBackSettings, bringBackStories } from './bring-back-site.ts';
import { isUndone, mayUndo, type Undoer } from './changes.ts';
import { bringHeroBack, readHeroChanges } from './hero.ts';
import { partsOf, versionedNames } from './states.ts';

const bringBack: Record<HistoryEntity, BringBack> = {
  media: bringBackMedia,
  category: bringBackCategories,
  story: bringBackStories,
  settings: bringBackSettings,
  guard: bringBackGuard,
  species: bringBackSpecies,
};

interface Thing {
  entity: HistoryEntity;
  id: string;
  /** Whether the change created it. */
  isMade: boolean;
}

/** Restores what others refer to first, and deletes it last. The guard precedes items, whose slugs depend on it. */
const order: HistoryEntity[] = ['category', 'species', 'guard', 'media', 'story', 'settings'];
function rank({ entity, isMade }: Thing): number {
  const place = order.indexOf(entity);
  return isMade && place < order.indexOf('guard') ? 2 * order.length - place : place;
}

function thingsOf(store: Store, change: number): Thing[] {
  const { entity, id } = history;
  return (
    store
      .select({ entity, id, isMade: sql<number>`${history.before} IS NULL` })
      .from(history)
      .where(eq(history.changeId, change))
      // In the order they were written.
      .orderBy(sql`history.rowid`)
      .all()
      .map((one) => ({ ...one, isMade: one.isMade === 1 }))
      .sort((a, b) => rank(a) - rank(b))
  );
}

/** The wanted state; null: it was changed since; undefined: nothing to do. */
function wantedOf(
  { entity, id }: Thing,
  before: State | null,
  after: State | null,
  now: State | null,
): Wanted | null | undefined {
  if (!before) return now && isDeepStrictEqual(after, now) ? { id, want: null, now } : null;
  if (!after || !now) return after || now ? null : { id, want: before, now };
  const [was, became, is] = [before, after, now].map((state) => partsOf(entity, state));
  const names = Object.keys({ ...was, ...(entity === 'settings' && became) });
  const changed = names.filter((name) => !isDeepStrictEqual(was?.[name], became?.[name]));
  if (changed.length === 0) return undefined;
  // Something trashed since is left alone.
  if ([...changed, 'deletedAt'].some((name) => !isDeepStrictEqual(became?.[name], is?.[name])))
    return null;
  return { id, want: Object.fromEntries(changed.map((name) => [name, was?.[name]])), now };
}

/** Returns the state to restore of things of one kind; null for each that must be left. */
function askedOf(db: Database, change: number, things: Thing[]): (Wanted | null)[] {
  const [first] = things;
  if (!first) return [];
  const { entity } = first;
  const ids = things.map(({ id }) => id);
  const [before, between, present] = [
    readBefore(db, change, entity, ids),
    readBetween(db, change, entity, ids),
    readPresent(db, entity, ids),
  ];
  return things.flatMap((thing) => {
    const now = present.get(thing.id) ?? null;
    const after = between.has(thing.id) ? (between.get(thing.id) ?? null) : now;
    const wanted = wantedOf(thing, before.get(thing.id) ?? null, after, now);
    return wanted === undefined ? [] : [wanted];
  });
}

/** Restores things of one kind. Returns how many were restored and how many were left. */
function undoThings(
  db: Database,
  tx: Store,
  change: number,
  things: Thing[],
  write: Write,
): Undone {
  const asked = askedOf(db, change, things);
  const wanted = asked.filter((one) => one !== null);
  const [first] = things;
  const undone = first && wanted.length > 0 ? bringBack[first.entity](tx, wanted, write).length : 0;
  return { undone, left: asked.length - undone };
}

const auditEntityOf: Record<HistoryEntity, AuditEntity> = {
  media: 'media',
  category: 'category',
  story: 'note',
  settings: 'settings',
  guard: 'guard',
  species: 'species',
};

/** The entity for the audit entry: that of the undone change. */
function aboutOf(store: Store, change: number, { entity }: Thing) {
  const log = store
    .select()
    .from(auditLog)
    .where(eq(auditLog.changeId, change))
    .orderBy(asc(auditLog.id))
    .get();
  if (!log) return { entity: auditEntityOf[entity] };
  return { entity: log.entity, entityId: log.entityId, summary: log.summary };
}

/** The entity for the audit entry of a restored version. */
function nameOf(store: Store, entity: VersionInput['entity'], entityId: string) {
  if (entity === 'settings') return { entity };
  if (entity === 'media') {
    const row = store.select().from(media).where(eq(media.id, entityId)).get();
    return { entity, entityId, summary: row?.title ?? '' };
  }
  const row = store.select().from(stories).where(eq(stories.id, entityId)).get();
  return { entity: row?.kind ?? 'note', entityId, summary: row?.title ?? '' };
}

/** The things that a change touched, if the user may undo it. Throws `not_found`, `forbidden`. */
function requireUndoable(db: Database, id: number, user: Undoer, now: number): Thing[] {
  const change = db.select().from(changes).where(eq(changes.id, id)).get();
  const things = thingsOf(db, id);
  if (!change || things.length === 0 || isUndone(db, id))
    throw new AppError('not_found', reason('undo_gone'));
  const entities = things.map(({ entity }) => entity);
  if (!mayUndo(user, change, entities, now)) throw new AppError('forbidden', reason('undo_admin'));
  return things;
}

/**
 * Whether an undo affects the guard, so that its items are written in one portion: each portion would judge the
 * library. Looks at the first items only, since a bulk edit changes the same fields of each.
 */
function isJudgedTogether(db: Database, change: number, things: readonly Thing[]): boolean {
  const items = things.filter(({ entity }) => entity === 'media').slice(0, PORTION);
  return askedOf(db, change, items).some((one) => one?.want && decidesGuard(one.want));
}

/**
 * Undoes a change. Leaves things that were changed or deleted since, or that the rules of today forbid. Thousands of
 * things are restored in portions, each thing whole. Throws `not_found` when history no longer has the change or it is
 * undone already, and `forbidden`.
 */
export async function undoChange(
  db: Database,
  id: number,
  user: UserRow,
  now: number,
): Promise<Undone> {
  const things = requireUndoable(db, id, user, now);
  const write = { actor: user, now };
  const all: Undone = { undone: 0, left: 0 };
  const undo = (tx: Store, portion: Thing[]): NewEntry | null => {
    for (const some of Map.groupBy(portion, rank).values()) {
      const { undone, left } = undoThings(db, tx, id, some, write);
      all.undone += undone;
      all.left += left;
    }
    const [first] = portion;
    if (all.undone === 0 || !first) return null;
    return { action: 'undo', ...aboutOf(tx, id, first), facts: { count: all.undone } };
  };
  const size = isJudgedTogether(db, id, things) ? things.length : PORTION;
  await inPortions(db, { ...write, undoes: id }, things, undo, size);
  return all;
}

/** The state of a thing before a change; of the settings also where a change of the large picture alone is meant. */
function stateBefore(db: Database, { entity, id, change }: VersionInput): State | null | undefined {
  const own = readBefore(db, change, entity, [id]);
  if (own.has(id) || entity !== 'settings') return own.get(id);
  if (!readHeroChanges(db).some((one) => one.change.id === change)) return undefined;
  return readBetween(db, change, entity, [id]).get(id) ?? readPresent(db, entity, [id]).get(id);
}

/**
 * Restores a thing to its state before a change, whatever happened since; with the settings also the large picture.
 * Throws `not_found`, `forbidden`.
 */
export function bringVersionBack(
  db: Database,
  input: VersionInput,
  user: UserRow,
  now: number,
): Undone {
  const { entity, id, change } = input;
  const write = { actor: user, now };
  const row = db.select().from(changes).where(eq(changes.id, change)).get();
  const before = row && stateBefore(db, input);
  if (!row || before === undefined) throw new AppError('not_found', reason('undo_gone'));
  if (!mayUndo(user, row, [entity], now)) throw new AppError('forbidden', reason('undo_admin'));
  return inChange(db, write, (tx) => {
    const present = readPresent(db, entity, [id]).get(id);
    if (!before || !present || present.deletedAt) throw new AppError('not_found');
    const hero = entity === 'settings' ? bringHeroBack(db, tx, change, write) : null;
    const [was, is] = [partsOf(entity, before), partsOf(entity, present)];
    const names = versionedNames(entity, was, is);
    if (names.length === 0 && hero === null) return { undone: 0, left: 0 };
    const want = Object.fromEntries(names.map((name) => [name, was[name]]));
    const wanted = names.length > 0 ? [{ id, want, now: present }] : [];
    const restored = bringBack[entity](tx, wanted, write).length;
    const isRestored = restored > 0 || hero === true;
    if (isRestored) recordAudit(tx, write, { action: 'undo', ...nameOf(tx, entity, id) });
    const isLeft = restored < wanted.length || hero === false;
    return { undone: isRestored ? 1 : 0, left: isLeft ? 1 : 0 };
  });
}
