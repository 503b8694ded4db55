/**
 * Keeps the guard of items as it follows from what they show, from the guard list and from each other: whoever
 * writes a date, a file, species or the list asks here (decision 063). The publisher reads what is stored.
 */
import {
  areNeighbours,
  type GuardLevel,
  type GuardReason,
  type GuardRule,
  guardReasonsOf,
  levelOf,
  NEIGHBOUR_MS,
  publicMoment,
  type Sighted,
  type Taken,
  takenOf,
} from '@veldlicht/contract/guard';
import { eq, type SQL, sql } from 'drizzle-orm';
import { among } from './among.ts';
import type { Store } from './open.ts';
import { guardRules, media, mediaRows, mediaSpecies } from './schema.ts';

interface Row {
  seq: number;
  id: string;
  date: string | null;
  createdAt: number;
  takenFrom: number | null;
  takenUntil: number | null;
  guard: GuardLevel | null;
  /** JSON. */
  guardReasons: string;
  guardOrder: number | null;
  fileDate: string | null;
  fileTime: string | null;
}

/** An item with why it is guarded by itself. */
interface Subject {
  row: Row;
  taken: Taken | null;
  own: GuardReason[];
}

export function readGuardRules(store: Store): Map<string, GuardRule> {
  const rows = store.select().from(guardRules).all();
  return new Map(rows.map((rule) => [rule.scientificName, rule]));
}

/** What some items show, all of them without `seqs`. */
function sightedOf(store: Store, seqs: number[] | undefined): Map<number, Sighted[]> {
  const { mediaSeq, scientificName, kind, nest } = mediaSpecies;
  const rows = store
    .select({ mediaSeq, scientificName, kind, nest })
    .from(mediaSpecies)
    .where(seqs && among(mediaSeq, seqs))
    .orderBy(mediaSpecies.position)
    .all();
  return Map.groupBy(rows, (row) => row.mediaSeq);
}

function readRows(store: Store, which: SQL): Row[] {
  return store.all<Row>(sql`
    SELECT seq, id, date, media.created_at AS createdAt, taken_from AS takenFrom,
      taken_until AS takenUntil, guard, guard_reasons AS guardReasons, guard_order AS guardOrder,
      facts ->> 'date' AS fileDate, facts ->> 'time' AS fileTime
    FROM media JOIN files ON hash = file_hash WHERE ${which}`);
}

const isOwn = ({ why }: GuardReason) => why !== 'neighbour';

/** What is stored of an item that this write did not touch. */
function asStored(row: Row): Subject {
  const { takenFrom: from, takenUntil: until } = row;
  const taken = from === null || until === null ? null : { from, until };
  return { row, taken, own: (JSON.parse(row.guardReasons) as GuardReason[]).filter(isOwn) };
}

/** A guarded item lends its guard to everything taken within two hours of it: the strictest of them counts. */
function neighbourReasons({ row, taken }: Subject, guarded: Subject[]): GuardReason[] {
  if (!taken) return [];
  const found = new Map<GuardLevel, GuardReason>();
  for (const other of guarded) {
    const level = levelOf(other.own);
    if (!level || !other.taken || other.row.seq === row.seq || found.has(level)) continue;
    if (areNeighbours(taken, other.taken))
      found.set(level, { why: 'neighbour', level, id: other.row.id });
  }
  const strictest = levelOf([...found.values()]);
  const reason = strictest && found.get(strictest);
  return reason ? [reason] : [];
}

/**
 * Answers places among the ages that tell the month and nothing else: before the first item of the month, in an order
 * by chance. Stored, so that they stay, for as long as they are between the items around that moment.
 */
function ordersOf(store: Store, chance: () => number): (row: Row) => number {
  const known = new Map<number, { after: number; before: number }>();
  const read = (month: number) => {
    const around = store.get<{ after: number | null; before: number | null }>(sql`SELECT
      (SELECT max(seq) FROM media WHERE created_at < ${month}) AS after,
      (SELECT min(seq) FROM media WHERE created_at >= ${month}) AS before`);
    return { after: around?.after ?? 0, before: around?.before ?? Number.POSITIVE_INFINITY };
  };
  return ({ createdAt, date, guardOrder }) => {
    const month = publicMoment(createdAt, date);
    const { after, before } = known.get(month) ?? read(month);
    known.set(month, { after, before });
    const isThere = guardOrder !== null && after < guardOrder && guardOrder < before;
    return isThere ? guardOrder : after + chance();
  };
}

type OrderOf = ReturnType<typeof ordersOf>;

function write(store: Store, subject: Subject, reasons: GuardReason[], orderOf: OrderOf): void {
  const { row, taken } = subject;
  const guard = levelOf(reasons);
  const now = {
    guard,
    guardReasons: JSON.stringify(reasons),
    takenFrom: taken?.from ?? null,
    takenUntil: taken?.until ?? null,
    guardOrder: guard ? orderOf(row) : null,
  };
  // Cast: the keys of the object just above.
  const differs = (Object.keys(now) as (keyof typeof now)[]).filter((key) => now[key] !== row[key]);
  if (differs.length === 0) return;
  const change = Object.fromEntries(
    differs.map((key) => [key, key === 'guardReasons' ? reasons : now[key]]),
  );
  store.update(mediaRows).set(change).where(eq(mediaRows.seq, row.seq)).run();
}

/** Above this many items all of them are looked at: cheaper than finding out which others they touch. */
const FEW = 500;

/** Items taken within two hours of these, before and after a write. */
function around(store: Store, subjects: Subject[]): Row[] {
  const before = subjects.map(({ row }) => asStored(row).taken);
  const windows = [...before, ...subjects.map(({ taken }) => taken)].filter((one) => one !== null);
  return rowsTakenNear(store, windows);
}

const isNear = (from: SQL, until: SQL) =>
  // A window is a day at most, so that an index on its start will do.
  sql`m.taken_from BETWEEN ${from} - ${NEIGHBOUR_MS} - 86400000 AND ${until} + ${NEIGHBOUR_MS}
    AND m.taken_until >= ${from} - ${NEIGHBOUR_MS}`;

function rowsTakenNear(store: Store, windows: Taken[]): Row[] {
  const near = isNear(sql`w.value ->> 'from'`, sql`w.value ->> 'until'`);
  return readRows(
    store,
    sql`seq IN (SELECT m.seq FROM json_each(${JSON.stringify(windows)}) w, media m WHERE ${near})`,
  );
}

/**
 * Brings the guard of some items (all of them without `seqs`), and of what was taken close to them, to what
 * follows from the list today. `gone` are the windows of items that were deleted. Call it in the transaction of
 * the write. `chance` answers numbers from 0 to 1.
 */
export function applyGuard(
  store: Store,
  seqs?: number[],
  gone: Taken[] = [],
  chance: () => number = Math.random,
): void {
  const isFew = seqs !== undefined && seqs.length <= FEW;
  const rules = readGuardRules(store);
  const orderOf = ordersOf(store, chance);
  const sighted = sightedOf(store, isFew ? seqs : undefined);
  const which = isFew ? among(media.seq, seqs) : sql`true`;
  const subjects = readRows(store, which).map((row): Subject => {
    const taken = takenOf(row.date, { date: row.fileDate, time: row.fileTime });
    const date = row.date ?? row.fileDate;
    return {
      row,
      taken,
      own: guardReasonsOf({ date, species: sighted.get(row.seq) ?? [] }, rules),
    };
  });
  const bySeq = new Map(subjects.map((subject) => [subject.row.seq, subject]));
  if (isFew) {
    const add = (row: Row) => bySeq.has(row.seq) || bySeq.set(row.seq, asStored(row));
    const touched = [...around(store, subjects), ...rowsTakenNear(store, gone)];
    for (const row of touched) add(row);
    const affected = [...bySeq.values()];
    // And what those have their own guard from.
    for (const row of around(store, affected)) add(row);
    writeAll(store, affected, [...bySeq.values()], orderOf);
  } else writeAll(store, subjects, subjects, orderOf);
}

function writeAll(store: Store, affected: Subject[], all: Subject[], orderOf: OrderOf): void {
  const guarded = all.filter(({ own, taken }) => own.length > 0 && taken);
  guarded.sort((a, b) => (a.taken?.from ?? 0) - (b.taken?.from ?? 0) || a.row.seq - b.row.seq);
  const starts = guarded.map(({ taken }) => taken?.from ?? 0);
  for (const subject of affected) {
    const near = subject.taken ? within(guarded, starts, subject.taken) : [];
    write(store, subject, [...subject.own, ...neighbourReasons(subject, near)], orderOf);
  }
}

/** Those that may be neighbours by when they begin: a window is a day at most. */
function within(guarded: Subject[], starts: number[], { from, until }: Taken): Subject[] {
  return guarded.slice(
    firstFrom(starts, from - NEIGHBOUR_MS - 24 * 60 * 60 * 1000),
    firstFrom(starts, until + NEIGHBOUR_MS + 1),
  );
}

/** The first place whose number is not below `least`; the numbers rise. */
function firstFrom(numbers: number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
