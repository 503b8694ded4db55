/** Which items there are, and what tells that one of them changed. */
import type { PublishWindow } from '@veldlicht/contract/schedule';
import type { Database } from '@veldlicht/database/open';
import { categories, files, media } from '@veldlicht/database/schema';
import { asc, desc, eq, sql } from 'drizzle-orm';

export interface MediaVersion extends PublishWindow {
  seq: number;
  /** Moves with every change of the item, its names, its tags and its ready file (triggers). */
  revision: number;
  /** Told, but not to the public: no trigger watches it. */
  updatedAt: number;
  /** 0 for an item whose file is not ready: no trigger watches that, so it is read every time. */
  settled: number;
}

export interface MediaVersions {
  /** Newest first, as `readAllMedia` has it. */
  rows: MediaVersion[];
  /** The order in which an item names its tags; a new tag comes at the end and changes no item. */
  tagOrder: string;
}

/** Reads the versions of all items; both lists are of one moment. */
export function prepareMediaVersions(db: Database): () => MediaVersions {
  const isSettled = sql<number>`${files.processing} = 'ready' AND ${files.processingError} IS NULL`;
  const items = db
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
  const tags = db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.type, 'tag'))
    .orderBy(asc(categories.sortOrder), asc(categories.id))
    .prepare();
  // Plain numbers: to have drizzle map ten thousand rows takes three times as long as to read them.
  const toVersion = ([seq, revision, updatedAt, settled, publishFrom, publishUntil]: Row) => ({
    seq,
    revision,
    updatedAt,
    settled,
    publishFrom,
    publishUntil,
  });
  const read = (): MediaVersions => ({
    rows: items.values().map((row) => toVersion(row as Row)), // the columns above, in their order
    tagOrder: tags
      .all()
      .map(({ id }) => `${id},`)
      .join(''),
  });
  return () => db.transaction(read, { behavior: 'deferred' });
}

type Row = [number, number, number, number, number | null, number | null];
