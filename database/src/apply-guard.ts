/**
 * Computes the guard of items from their species, the guard list and each other. Every write of a date, place, text,
 * file, species, story or the list calls it (decision 021); the projection reads what is stored.
 */
import type { GuardReason } from '@veldlicht/contract/guard';
import { publicTextFields } from '@veldlicht/contract/item-fields';
import { rightsNames } from '@veldlicht/contract/rights';
import { eq, sql } from 'drizzle-orm';
import { among } from './among.ts';
import { enqueueJob } from './jobs.ts';
import { keepAddresses } from './keep-addresses.ts';
import type { Store } from './open.ts';
import { chooseAreas, type ShownPlace } from './outings/areas.ts';
import { type OrderOf, ordersOf } from './outings/guard-order.ts';
import {
  readAround,
  readGroups,
  readGuardRules,
  readSubjects,
  type StoryGroup,
  type Subject,
} from './outings/guard-rows.ts';
import { isCompany, isSource, judge, ownReasonsOf, type Verdict } from './outings/outing.ts';
import { addSites, besideSites, setOwnReasons } from './outings/own-reasons.ts';
import { checkPublicTexts } from './public-texts.ts';
import { media, mediaRows, type StoredArea, textAnswers } from './schema.ts';

export { readGuardRules } from './outings/guard-rows.ts';

interface GuardOptions {
  /** Ids of items and stories that changed or are gone; items guarded because of them are judged too. */
  because?: readonly string[];
  /** The program has newer rules, which may close what is public. */
  isNewRule?: boolean;
  /** The change does not affect the guard (`decidesGuard`). */
  isTextOnly?: boolean;
  /** Returns random numbers from 0 to 1. */
  chance?: () => number;
}

/** Above this many items the whole library is judged: that is cheaper than finding what they affect. */
const FEW = 500;

/** Fields that affect the guard by the species they name, or not at all. */
const SAID = new Set<string>([
  ...publicTextFields,
  ...['title', 'tags', 'addTags', 'removeTags', 'tagIds', 'category', 'categoryId'],
  ...['featured', 'hero', 'cover', 'focus', 'focusX', 'focusY', 'license', 'credit'],
  ...['publishFrom', 'publishUntil', 'updatedAt'],
]);

/** Whether a change of these fields affects the guard beyond the species named in texts. */
export const decidesGuard = (change: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(change).some((field) => change[field] !== undefined && !SAID.has(field));

/** The items that a judgement reads. */
interface Scene {
  /** Items that are judged. */
  judged: Subject[];
  /** Items that affect them and keep their stored guard. */
  others: Subject[];
  groups: StoryGroup[];
}

/**
 * Recomputes the guard of these items (all without `seqs`) and of the items they affect. Call it in the transaction of
 * the write.
 */
export function applyGuard(
  store: Store,
  seqs?: number[],
  { because = [], isNewRule = false, isTextOnly = false, chance = Math.random }: GuardOptions = {},
): void {
  if (seqs && isTextOnly) {
    keepAddresses(store, among(media.seq, seqs));
    const others = withOtherReasons(store, seqs);
    if (others.length > 0) applyGuard(store, others, { because, chance });
    return;
  }
  const isFew = seqs && seqs.length + because.length <= FEW;
  const few = isFew ? sceneOf(store, seqs, because) : null;
  const { judged, others, groups } = few ?? wholeScene(store);
  const known = new Set(others);
  const verdicts = judge([...judged, ...others], groups, {
    isNewRule,
    isKnown: (one) => known.has(one),
  });
  const areas = chooseAreas(verdicts, (level) => shownPlaces(store, level));
  const orderOf = ordersOf(store, chance);
  const closed = judged.filter((subject) => {
    const verdict = verdicts.get(subject);
    return verdict && write(store, subject, verdict, areas.get(subject) ?? null, orderOf);
  });
  takeBack(store, closed);
  const turned = judged.filter(
    (one) => (one.row.guard === null) !== ((verdicts.get(one)?.level ?? null) === null),
  );
  rewordFiles(store, turned);
  const looked = judged.map(({ row }) => row.seq);
  keepAddresses(store, few ? among(media.seq, looked) : sql`true`);

  function wholeScene(store: Store): Scene {
    const all = readSubjects(store, sql`true`);
    const rules = readGuardRules(store);
    setOwnReasons(store, all, undefined, rules);
    addSites(store, all, rules, isNewRule);
    return { judged: all, others: [], groups: readGroups(store) };
  }

  /** Returns null when so many items are affected that the whole library is judged. */
  function sceneOf(store: Store, touched: number[], because: readonly string[]): Scene | null {
    const rules = readGuardRules(store);
    const first = readSubjects(store, among(media.seq, touched));
    const ids = first.map(({ row }) => row.id);
    const wasNest = first.some(({ row }) => row.guardReasons.includes('"nest"'));
    const sites = wasNest || because.length > 0 ? keptBySites(store) : [];
    const kept = readThese(store, [...besideSites(store, first, rules), ...sites], touched);
    const keptIds = kept.map(({ row }) => row.id);
    const known = [...first, ...kept].map(({ row }) => row.seq);
    const led = readThese(store, guardedBecauseOf(store, [...because, ...ids, ...keptIds]), known);
    const more = [...kept, ...led];
    setOwnReasons(store, first, touched, rules);
    for (const subject of more)
      subject.reasons = ownReasonsOf(subject).filter(({ why }) => why !== 'site');
    const judged = new Map([...first, ...more].map((one) => [one.row.seq, one]));
    addSites(store, [...judged.values()], rules, isNewRule);
    if (!addAllThatBears(store, judged)) return null;
    const list = [...judged.values()];
    const near = readAround(store, list);
    return {
      judged: list,
      others: near.filter(({ row }) => !judged.has(row.seq)),
      groups: readGroups(store, list),
    };
  }
}

/** Finds items whose words or species give other reasons than those stored. */
function withOtherReasons(store: Store, seqs: number[]): number[] {
  const subjects = readSubjects(store, among(media.seq, seqs));
  const saidBy = (subject: Subject) =>
    JSON.stringify(ownReasonsOf(subject).filter(({ why }) => why !== 'site'));
  const before = subjects.map(saidBy);
  setOwnReasons(store, subjects, seqs, readGuardRules(store));
  const others = subjects.filter((subject, i) => saidBy(subject) !== before[i]);
  return others.map(({ row }) => row.seq);
}

/** Finds items guarded because of these items and stories, and items shown in these stories. */
function guardedBecauseOf(store: Store, ids: readonly string[]): number[] {
  const list = JSON.stringify(ids);
  const rows = store.all<{ seq: number }>(sql`
    SELECT seq FROM ${media} WHERE guard IS NOT NULL AND EXISTS (
      SELECT 1 FROM json_each(${list}) WHERE instr(guard_reasons, value))
    UNION SELECT m.seq FROM json_each(${list}) one JOIN stories s ON s.id = one.value
      JOIN ${media} m ON s.cover = m.id OR instr(s.body, m.id) OR instr(s.body, m.slug)`);
  return rows.map(({ seq }) => seq);
}

/** Finds items guarded because of a nearby record, which may be gone. */
const keptBySites = (store: Store) =>
  store
    .all<{ seq: number }>(sql`SELECT seq FROM ${media} WHERE instr(guard_reasons, '"site"')`)
    .map(({ seq }) => seq);

function readThese(store: Store, seqs: readonly number[], but: readonly number[]): Subject[] {
  const wanted = [...new Set(seqs)].filter((seq) => !but.includes(seq));
  return wanted.length > 0 ? readSubjects(store, among(media.seq, wanted)) : [];
}

/** Adds the outings and stories that the items belong to. Returns whether the result is still small. */
function addAllThatBears(store: Store, judged: Map<number, Subject>): boolean {
  let fresh = [...judged.values()];
  while (fresh.length > 0) {
    if (judged.size > FEW) return false;
    const sources = fresh.filter(isSource);
    const near = readAround(store, fresh).filter(
      (one) =>
        sources.some((source) => isCompany(source, one)) ||
        (isSource(one) && fresh.some((other) => isCompany(one, other))),
    );
    const groups = readGroups(store, fresh);
    const ids = JSON.stringify(groups.flatMap(({ items }) => [...items]));
    const shown =
      groups.length > 0
        ? readSubjects(store, sql`media.id IN (SELECT value FROM json_each(${ids}))`)
        : [];
    const added = [...near, ...shown].filter(({ row }) => !judged.has(row.seq));
    fresh = [...new Map(added.map((one) => [one.row.seq, one])).values()];
    for (const one of fresh) judged.set(one.row.seq, one);
  }
  return true;
}

/** Reads the sources whose area is stored at a level. */
function shownPlaces(store: Store, level: 'block' | 'region'): ShownPlace[] {
  const isTold = sql`guard = ${level} AND guard_area IS NOT NULL`;
  return readSubjects(store, isTold).flatMap((subject) => {
    const { point, area } = subject;
    return point && area && isSource(subject) ? [{ level, point, area }] : [];
  });
}

/** Stores the verdict on an item. Returns whether it became guarded. */
function write(
  store: Store,
  { row, taken }: Subject,
  { reasons, level }: Verdict,
  area: StoredArea | null,
  orderOf: OrderOf,
): boolean {
  const now = {
    guard: level,
    guardReasons: JSON.stringify(reasons),
    guardArea: area && JSON.stringify(area),
    takenFrom: taken?.from ?? null,
    takenUntil: taken?.until ?? null,
    guardOrder: level ? orderOf(row) : null,
  };
  // Cast: the keys of the object just above.
  const differs = (Object.keys(now) as (keyof typeof now)[]).filter((key) => now[key] !== row[key]);
  if (differs.length === 0) return false;
  const parsed: { guardReasons: GuardReason[]; guardArea: StoredArea | null } = {
    guardReasons: reasons,
    guardArea: area,
  };
  const change = Object.fromEntries(differs.map((key) => [key, { ...now, ...parsed }[key]]));
  store.update(mediaRows).set(change).where(eq(mediaRows.seq, row.seq)).run();
  return row.guard === null && level !== null;
}

/** Above this many files every file is remade. */
const FEW_FILES = 20;

/** Remakes published files whose rights text may change with the guard; files without one stay. */
function rewordFiles(store: Store, turned: readonly Subject[]): void {
  if (turned.length === 0) return;
  const seqs = turned.map(({ row }) => row.seq);
  const says = rightsNames.map((name) => sql`facts ->> ${name} IS NOT NULL`);
  const found = store.all<{ hash: string }>(sql`
    SELECT DISTINCT hash FROM media JOIN files ON hash IN (file_hash, previous_file_hash)
    WHERE ${among(media.seq, seqs)} AND (${sql.join(says, sql` OR `)})`);
  const subjects = found.length > FEW_FILES ? [''] : found.map(({ hash }) => hash);
  for (const subject of subjects)
    enqueueJob(store, { kind: 'remake', subject, priority: -1, now: AT_ONCE });
}
/** The due time of a job that starts at once. */
const AT_ONCE = 0;

/** Deletes confirmations and allowed positions from before the items were guarded. */
function takeBack(store: Store, closed: readonly Subject[]): void {
  if (closed.length === 0) return;
  const ids = closed.map(({ row }) => row.id);
  store.delete(textAnswers).where(among(textAnswers.subject, ids)).run();
  const seqs = closed.map(({ row }) => row.seq);
  checkPublicTexts(store, among(media.seq, seqs), false);
}
