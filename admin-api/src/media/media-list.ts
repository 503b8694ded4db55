/**
 * The list of all items as JSON, for signed-in people and for everyone. To map ten thousand items takes a third of
 * a second; so the JSON of each item is kept, and only items that changed are read and mapped anew.
 */
import type { Database } from '@veldlicht/database/open';
import { categories, files, media } from '@veldlicht/database/schema';
import { asc, desc, eq, sql } from 'drizzle-orm';
import { whileUnchanged } from '#http/while-unchanged.ts';
import { readMediaBySeqs } from './media-read.repository.ts';
import type { MediaRecord } from './to-media-item.ts';

interface Version {
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

/**
 * Answers the bytes of the list, newest first: what `shape` makes of every item, without those it
 * makes null of. Cheap when few have changed.
 */
export function createMediaList(
  db: Database,
  shape: (record: MediaRecord) => object | null,
): () => Uint8Array<ArrayBuffer> {
  const versions = prepareVersions(db);
  let kept = new Map<number, Kept>();
  let keptOrder = '';
  const read = () => {
    const order = readTagOrder(db);
    const known = order.startsWith(keptOrder) ? kept : new Map<number, Kept>();
    const rows: Version[] = versions.all();
    const stale = rows.filter((row) => !isSame(known.get(row.seq), row)).map(({ seq }) => seq);
    const fresh = new Map(
      readMediaBySeqs(db, stale).map((record) => [record.media.seq, shape(record)]),
    );
    const next = rows.map((row): Kept => {
      const item = fresh.get(row.seq);
      if (item) return { ...row, json: encoder.encode(JSON.stringify(item)) };
      return { ...row, json: item === null ? null : (known.get(row.seq)?.json ?? null) };
    });
    kept = new Map(next.map((one) => [one.seq, one]));
    keptOrder = order;
    return jsonArray(next.flatMap(({ json }) => json ?? []));
  };
  // One moment for all that is read, whoever writes meanwhile.
  return whileUnchanged(db, () => db.transaction(read, { behavior: 'deferred' }));
}
