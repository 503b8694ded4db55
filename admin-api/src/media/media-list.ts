/**
 * The list of all items as JSON, for signed-in people and for everyone. To map ten thousand items takes a third of
 * a second; so the JSON of each item is kept, and only items that changed are read and mapped anew, in
 * portions when they are many.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isWithinWindow, type PublishWindow } from '@veldlicht/contract/schedule';
import type { Database } from '@veldlicht/database/open';
import { categories, files, media } from '@veldlicht/database/schema';
import { asc, desc, eq, sql } from 'drizzle-orm';
import { whileUnchanged } from '#http/while-unchanged.ts';
import { prepareMomentsPast, readMediaBySeqs } from './media-read.repository.ts';
import type { MediaRecord } from './to-media-item.ts';

interface Version extends PublishWindow {
  seq: number;
  /** Moves with every change of the item, its names, its tags and its ready file (triggers). */
  revision: number;
  /** Told, but not to the public: no trigger watches it. */
  updatedAt: number;
  /** 0 for an item whose file is not ready: no trigger watches that, so it is read every time. */
  settled: number;
}

interface Kept extends Version {
  /** Null for an item that is not told. */
  json: Uint8Array | null;
}

const encoder = new TextEncoder();
const [open, comma, close] = [encoder.encode('['), encoder.encode(','), encoder.encode(']')];

function isSame(kept: Kept | undefined, { revision, updatedAt, settled }: Version): boolean {
  if (!kept?.settled || !settled) return false;
  return kept.revision === revision && kept.updatedAt === updatedAt;
}

function jsonArray(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const separated = parts.flatMap((part, i) => (i === 0 ? [part] : [comma, part]));
  return Buffer.concat([open, ...separated, close]);
}

/** Newest first, as `readAllMedia` has it. */
function prepareVersions(db: Database) {
  const isSettled = sql<number>`${files.processing} = 'ready' AND ${files.processingError} IS NULL`;
  return db
    .select({
      seq: media.seq,
      revision: media.revision,
      updatedAt: media.updatedAt,
      settled: isSettled,
      publishFrom: media.publishFrom,
      publishUntil: media.publishUntil,
    })
    .from(media)
    .innerJoin(files, eq(files.hash, media.fileHash))
    .orderBy(desc(media.createdAt), desc(media.seq))
    .prepare();
}

/** The order in which an item names its tags; a new tag comes at the end and changes no item. */
function readTagOrder(db: Database): string {
  const rows = db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.type, 'tag'))
    .orderBy(asc(categories.sortOrder), asc(categories.id))
    .all();
  return rows.map(({ id }) => `${id},`).join('');
}

/** Items read without a break; some ten milliseconds. */
const PORTION = 200;

export interface MediaList {
  /** The bytes of the list, newest first; cheap when few have changed since. */
  read: () => Uint8Array<ArrayBuffer>;
  /** Reads what changed ahead, whoever else waits coming in between: `read` has little left to do. */
  catchUp: () => Promise<void>;
  /** The bytes of a list of these items, in this order, without those that are gone. */
  readSome: (seqs: readonly number[]) => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * The list of what `shape` makes of every item, without those it makes null of. With `now` it has
 * only items whose time has come and is not over.
 */
export function createMediaList(
  db: Database,
  shape: (record: MediaRecord) => object | null,
  now?: () => number,
): MediaList {
  const momentsPast = prepareMomentsPast(db);
  const stamp = () => (now ? momentsPast(now()) : '');
  const versions = prepareVersions(db);
  let kept = new Map<number, Kept>();
  let keptOrder = '';
  const readVersions = whileUnchanged(db, (): Version[] => versions.all());
  /** The JSON of these items; one moment for all that is read, whoever writes meanwhile. */
  const readJson = (seqs: number[]) => {
    const records = db.transaction(() => readMediaBySeqs(db, seqs), { behavior: 'deferred' });
    return new Map(
      records.map((record) => {
        const item = shape(record);
        return [record.media.seq, item && encoder.encode(JSON.stringify(item))];
      }),
    );
  };
  const forgetOtherOrder = (order: string) => {
    if (!order.startsWith(keptOrder)) kept = new Map();
    keptOrder = order;
  };
  const catchUp = async () => {
    forgetOtherOrder(readTagOrder(db));
    // Others are read every time: kept for a moment only, they would be read twice.
    const stale = readVersions().filter((row) => row.settled && !isSame(kept.get(row.seq), row));
    for (let from = 0; from < stale.length; from += PORTION) {
      await nextTurn();
      const portion = stale.slice(from, from + PORTION);
      const fresh = readJson(portion.map(({ seq }) => seq));
      // Changed meanwhile: kept under the version it had, it is read again.
      for (const row of portion) kept.set(row.seq, { ...row, json: fresh.get(row.seq) ?? null });
    }
  };
  const readSome = async (seqs: readonly number[]) => {
    await catchUp();
    const known = (seq: number) => (kept.get(seq)?.settled ? kept.get(seq) : undefined);
    const parts = seqs.map((seq) => known(seq)?.json ?? null);
    const unknown = seqs.flatMap((seq, place) => (known(seq) ? [] : [{ seq, place }]));
    for (let from = 0; from < unknown.length; from += PORTION) {
      await nextTurn();
      const portion = unknown.slice(from, from + PORTION);
      const fresh = readJson(portion.map(({ seq }) => seq));
      for (const { seq, place } of portion) parts[place] = fresh.get(seq) ?? null;
    }
    return jsonArray(parts.filter((part) => part !== null));
  };
  const readAll = () => {
    forgetOtherOrder(readTagOrder(db));
    const rows: Version[] = versions.all();
    const stale = rows.filter((row) => !isSame(kept.get(row.seq), row)).map(({ seq }) => seq);
    const fresh = readJson(stale);
    const next = rows.map((row): Kept => {
      const json = fresh.get(row.seq);
      return { ...row, json: (json === undefined ? kept.get(row.seq)?.json : json) ?? null };
    });
    kept = new Map(next.map((one) => [one.seq, one]));
    const moment = now?.();
    const isTold = (one: Kept) => moment === undefined || isWithinWindow(one, moment);
    return jsonArray(next.flatMap((one) => (isTold(one) ? (one.json ?? []) : [])));
  };
  // One moment for all that is read, whoever writes meanwhile.
  const readOnce = () => db.transaction(readAll, { behavior: 'deferred' });
  const read = whileUnchanged(db, readOnce, stamp);
  return { read, catchUp, readSome };
}
