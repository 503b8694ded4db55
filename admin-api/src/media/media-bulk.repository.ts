/** Writes to many items at once: a statement each, whatever their number. */
import type { Store } from '@veldlicht/database/open';
import { media, mediaTags } from '@veldlicht/database/schema';
import { and, inArray, ne, notInArray, or, sql } from 'drizzle-orm';

/** Which of these items there are. */
export function findSeqs(store: Store, ids: string[]): number[] {
  const rows = store.select({ seq: media.seq }).from(media).where(inArray(media.id, ids)).all();
  return rows.map(({ seq }) => seq);
}

/** Removes items; answers the titles of those that were there. */
export function deleteMediaByIds(store: Store, ids: string[]): string[] {
  const rows = store
    .delete(media)
    .where(inArray(media.id, ids))
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
    .where(and(inArray(media.seq, seqs), or(...differs)))
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
    .where(and(inArray(mediaTags.mediaSeq, seqs), meant(mediaTags.tagId, tagIds)))
    .returning({ seq: mediaTags.mediaSeq })
    .all();
  return rows.map(({ seq }) => seq);
}

export function setUpdatedAt(store: Store, seqs: number[], updatedAt: number): void {
  store.update(media).set({ updatedAt }).where(inArray(media.seq, seqs)).run();
}
