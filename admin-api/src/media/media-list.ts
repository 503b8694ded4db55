/**
 * The list of all items as JSON, for signed-in people and for everyone. To map ten thousand items takes a third of
 * a second; so the JSON of each item is kept, and only items that changed are read and mapped anew, in
 * portions when they are many.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isWithinWindow } from '@veldlicht/contract/schedule';
import type { Database } from '@veldlicht/database/open';
import { prepareDatabaseVersion, whileUnchanged } from '#http/while-unchanged.ts';
import { prepareMomentsPast, readMediaBySeqs } from './media.repository.ts';
import {
  type MediaVersion,
  type MediaVersions,
  prepareMediaVersions,
} from './media-versions.repository.ts';
import type { MediaRecord } from './to-media-item.ts';

interface Kept extends MediaVersion {
  /** Null for an item that is not told. */
  json: Uint8Array | null;
}

const encoder = new TextEncoder();
const [open, comma, close] = [encoder.encode('['), encoder.encode(','), encoder.encode(']')];

function isSame(kept: Kept | undefined, { revision, updatedAt, settled }: MediaVersion): boolean {
  if (!kept?.settled || !settled) return false;
  return kept.revision === revision && kept.updatedAt === updatedAt;
}

function jsonArray(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const separated = parts.flatMap((part, i) => (i === 0 ? [part] : [comma, part]));
  return Buffer.concat([open, ...separated, close]);
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
  const readVersions = prepareMediaVersions(db);
  const versions = whileUnchanged(db, readVersions);
  const databaseVersion = prepareDatabaseVersion(db);
  let kept = new Map<number, Kept>();
  let keptOrder = '';
  /** The bytes of `told`; to join thousands of items again costs as much as to find out that none changed. */
  let joined: { told: Uint8Array[]; bytes: Uint8Array<ArrayBuffer> } | null = null;
  let caughtUpWith = '';
  let catchingUp: Promise<void> | null = null;
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
  const catchUpOnce = async () => {
    const version = databaseVersion();
    const { rows, tagOrder } = versions();
    forgetOtherOrder(tagOrder);
    // Others are read every time: kept for a moment only, they would be read twice.
    const stale = rows.filter((row) => row.settled && !isSame(kept.get(row.seq), row));
    for (let from = 0; from < stale.length; from += PORTION) {
      await nextTurn();
      const portion = stale.slice(from, from + PORTION);
      const fresh = readJson(portion.map(({ seq }) => seq));
      // Changed meanwhile: kept under the version it had, it is read again.
      for (const row of portion) kept.set(row.seq, { ...row, json: fresh.get(row.seq) ?? null });
    }
    caughtUpWith = version;
  };
  const catchUp = async () => {
    // Whoever comes while others catch up goes along with them, and once more for what they missed.
    for (let round = 0; round < 2 && caughtUpWith !== databaseVersion(); round++) {
      catchingUp ??= catchUpOnce().finally(() => {
        catchingUp = null;
      });
      await catchingUp;
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
  const join = () => {
    const moment = now?.();
    const isTold = (one: Kept) => moment === undefined || isWithinWindow(one, moment);
    const told = [...kept.values()].flatMap((one) => (isTold(one) ? (one.json ?? []) : []));
    const isJoined =
      joined?.told.length === told.length && joined.told.every((one, i) => one === told[i]);
    if (!joined || !isJoined) joined = { told, bytes: jsonArray(told) };
    return joined.bytes;
  };
  /** Keeps what `rows` tell, in their order. */
  const keep = ({ rows, tagOrder }: MediaVersions) => {
    forgetOtherOrder(tagOrder);
    const stale = rows.filter((row) => !isSame(kept.get(row.seq), row)).map(({ seq }) => seq);
    const fresh = readJson(stale);
    const next = rows.map((row): Kept => {
      const json = fresh.get(row.seq);
      return { ...row, json: (json === undefined ? kept.get(row.seq)?.json : json) ?? null };
    });
    kept = new Map(next.map((one) => [one.seq, one]));
  };
  /** Whether all is kept that `rows` tell, in their order, and nothing else. */
  const isKept = ({ rows, tagOrder }: MediaVersions) => {
    if (kept.size !== rows.length || !tagOrder.startsWith(keptOrder)) return false;
    const seqs = kept.keys();
    return rows.every((row) => seqs.next().value === row.seq && isSame(kept.get(row.seq), row));
  };
  // One moment for all that is read, whoever writes meanwhile.
  const keepAll = () => db.transaction(() => keep(readVersions()), { behavior: 'deferred' });
  const readOnce = () => {
    if (!isKept(versions())) keepAll();
    return join();
  };
  const read = whileUnchanged(db, readOnce, stamp);
  return { read, catchUp, readSome };
}
