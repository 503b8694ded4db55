import { type FileMatches, noMatches } from '@veldlicht/contract/draft';
import type { MediaType } from '@veldlicht/contract/media';
import { foldName } from '@veldlicht/contract/name';
import { among } from '@veldlicht/database/among';
import type { Store } from '@veldlicht/database/open';
import { files, media } from '@veldlicht/database/schema';
import { desc, eq, or, sql } from 'drizzle-orm';

/** A file to find the items of. */
export interface LookedFor {
  /** Null if unknown. */
  name: string | null;
  /** Bytes. */
  size: number;
  type: MediaType;
  /** Null until it is stored. */
  fileHash: string | null;
}

/** Cameras restart their file numbers, so a longer list of items with the name would not help. */
const MOST_NAMED = 3;

/** Per file: items with the same file (before it is stored: same name and size), else items with the same name. */
export function readMatches(store: Store, wanted: readonly LookedFor[]): FileMatches[] {
  const names = JSON.stringify(wanted.flatMap(({ name }) => name ?? []));
  const hashes = wanted.flatMap((file) => file.fileHash ?? []);
  const { id, type, originalName, fileHash } = media;
  const pixels = sql<number>`${files.width} * ${files.height}`;
  const rows = store
    .select({ id, type, originalName, fileHash, size: files.bytes, pixels })
    .from(media)
    .innerJoin(files, eq(files.hash, fileHash))
    .where(
      or(
        sql`lower(${originalName}) IN (SELECT lower(value) FROM json_each(${names}))`,
        among(fileHash, hashes),
      ),
    )
    .orderBy(desc(media.seq))
    .all();
  const own = store
    .select({ hash: files.hash, pixels })
    .from(files)
    .where(among(files.hash, hashes))
    .all();
  const pixelsOf = new Map(own.map((file) => [file.hash, file.pixels]));
  const byName = Map.groupBy(rows, (row) => foldName(row.originalName ?? ''));
  const byHash = Map.groupBy(rows, (row) => row.fileHash);
  const idsOf = (found: typeof rows) => found.map((row) => row.id);
  return wanted.map((file) => {
    const named = (file.name && byName.get(foldName(file.name))) || [];
    const same = file.fileHash
      ? (byHash.get(file.fileHash) ?? [])
      : named.filter(({ size }) => size === file.size);
    if (same.length > 0) return { ...noMatches, same: idsOf(same) };
    const alike = named.filter((row) => row.type === file.type).slice(0, MOST_NAMED);
    const size = pixelsOf.get(file.fileHash ?? '');
    const larger = alike.filter((row) => size !== undefined && row.pixels > size);
    return { same: [], named: idsOf(alike), larger: idsOf(larger) };
  });
}
