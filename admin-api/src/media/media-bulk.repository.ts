/** Writes to many items at once: a statement each, whatever their number. */
import type { Store } from '@veldlicht/database/open';
import { media, mediaTags } from '@veldlicht/database/schema';
import { and, type Column, inArray, ne, notInArray, or, sql } from 'drizzle-orm';

/** One text instead of thousands of parameters: those alone take longer than a quick statement. */
export const within = (column: Column, list: readonly (string | number)[]) =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(list)}))`;

/** Those of these items that there are, in this order, each once. */
export function findSeqs(store: Store, ids: string[]): number[] {
  const rows = store.all<{ seq: number }>(sql`
    SELECT ${media.seq} AS seq FROM json_each(${JSON.stringify(ids)}) AS named
    JOIN ${media} ON ${media.id} = named.value
    GROUP BY ${media.seq} ORDER BY min(named.key)`);
  return rows.map(({ seq }) => seq);
}

/** Removes items; answers the titles of those that were there. */
export function deleteMediaByIds(store: Store, ids: string[]): string[] {
  const rows = store
    .delete(media)
    .where(within(media.id, ids))
    .returning({ title: media.title })
    .all();
  return rows.map(({ title }) => title);
}

/** Only items that differ are written: every write of these columns publishes. Answers which. */
export function setColumns(
  store: Store,
  seqs: number[],
  change: { categoryId?: string | undefined; featured?: boolean | undefined },
): number[] {
  const { categoryId, featured } = change;
  const differs = [
    categoryId === undefined ? undefined : ne(media.categoryId, categoryId),
    featured === undefined ? undefined : ne(media.featured, featured),
  ].filter((condition) => condition !== undefined);
  if (differs.length === 0) return [];
  const rows = store
    .update(media)
    .set({
      ...(categoryId !== undefined && { categoryId }),
      ...(featured !== undefined && { featured }),
    })
    .where(and(within(media.seq, seqs), or(...differs)))
    .returning({ seq: media.seq })
    .all();
  return rows.map(({ seq }) => seq);
}

/** Puts every tag on every item; answers the items that lacked one. */
export function tagItems(store: Store, seqs: number[], tagIds: string[]): number[] {
  const rows = store.all<{ seq: number }>(sql`
    INSERT INTO ${mediaTags} (media_seq, tag_id)
    SELECT item.value, tag.value
    FROM json_each(${JSON.stringify(seqs)}) AS item, json_each(${JSON.stringify(tagIds)}) AS tag
    WHERE true ON CONFLICT DO NOTHING
    RETURNING media_seq AS seq`);
  return rows.map(({ seq }) => seq);
}

/** Takes these tags off the items, or with `except` all others; answers the items that had one. */
export function untagItems(
  store: Store,
  seqs: number[],
  tagIds: string[],
  which: 'these' | 'except' = 'these',
): number[] {
  const meant = which === 'these' ? inArray : notInArray;
  const rows = store
    .delete(mediaTags)
    .where(and(within(mediaTags.mediaSeq, seqs), meant(mediaTags.tagId, tagIds)))
    .returning({ seq: mediaTags.mediaSeq })
    .all();
  return rows.map(({ seq }) => seq);
}

export function setUpdatedAt(store: Store, seqs: number[], updatedAt: number): void {
  const later = sql`max(${updatedAt}, ${media.updatedAt} + 1)`;
  store.update(media).set({ updatedAt: later }).where(within(media.seq, seqs)).run();
}
