/** What a bulk edit changed can be taken back for ten minutes, by who made it (next.md §4). */
import { pick } from '@veldlicht/contract/by-name';
import { bulkFields } from '@veldlicht/contract/item-fields';
import { BULK_UNDO_MS, type BulkUndo, type BulkUndone } from '@veldlicht/contract/media';
import { among } from '@veldlicht/database/among';
import { applyGuard } from '@veldlicht/database/apply-guard';
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { checkPublicTexts } from '@veldlicht/database/public-texts';
import { bulkEdits, media, mediaSpecies, mediaTags } from '@veldlicht/database/schema';
import { and, eq, gt, sql } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import { AppError } from '#http/app-error.ts';
import type { Write } from '#http/write.ts';
import { knownNames, speciesRows } from '#species/species.repository.ts';
import type { MediaRow } from './to-media-item.ts';

/** Columns that a bulk edit may change. */
const columns = [
  'categoryId',
  'featured',
  'status',
  'publishFrom',
  'publishUntil',
  'locationPrivacy',
  'exactChosen',
  ...bulkFields,
] as const satisfies (keyof MediaRow)[];

/** What an item was before an edit, and the version that the edit made of it. */
export interface Before extends Pick<MediaRow, (typeof columns)[number]> {
  seq: number;
  tagIds: string[];
  species: (typeof mediaSpecies.$inferSelect)[];
  after: number;
}

/** What these items are now, by their numbers. */
export function readBefore(store: Store, seqs: readonly number[]): Map<number, Before> {
  const tags = Map.groupBy(
    store.select().from(mediaTags).where(among(mediaTags.mediaSeq, seqs)).all(),
    ({ mediaSeq }) => mediaSeq,
  );
  const species = speciesRows(store, seqs);
  const rows = store.select().from(media).where(among(media.seq, seqs)).all();
  return new Map(
    rows.map((row) => {
      const tagIds = (tags.get(row.seq) ?? []).map(({ tagId }) => tagId);
      const shown = species.get(row.seq) ?? [];
      return [row.seq, { ...pick(row, columns), seq: row.seq, tagIds, species: shown, after: 0 }];
    }),
  );
}

/** Remembers a bulk edit in its transaction, instead of the person's last one. */
export function rememberBulkEdit(store: Store, before: Before[], { actor, now }: Write): void {
  const edit = { id: newId(), at: now, before };
  store
    .insert(bulkEdits)
    .values({ userId: actor.id, ...edit })
    .onConflictDoUpdate({ target: bulkEdits.userId, set: edit })
    .run();
}

function findEdit(store: Store, { actor, now }: Write) {
  const isOpen = and(eq(bulkEdits.userId, actor.id), gt(bulkEdits.at, now - BULK_UNDO_MS));
  return store.select().from(bulkEdits).where(isOpen).get();
}

/** The bulk edit that a person can take back now; null: none. */
export function openBulkUndo(store: Store, write: Write): BulkUndo | null {
  const edit = findEdit(store, write);
  if (!edit) return null;
  const { id, at, before } = edit;
  return { id, count: before.length, until: new Date(at + BULK_UNDO_MS).toISOString() };
}

/** Only of items whose species differ: every write of them publishes. One that is gone since does not come back. */
function restoreSpecies(store: Store, was: Before[]): void {
  const now = speciesRows(
    store,
    was.map(({ seq }) => seq),
  );
  const names = was.flatMap(({ species }) => species.map((one) => one.scientificName));
  const known = knownNames(store, names);
  for (const { seq, species: before } of was) {
    const species = before.filter(({ scientificName }) => known.has(scientificName));
    if (JSON.stringify(species) === JSON.stringify(now.get(seq) ?? [])) continue;
    store.delete(mediaSpecies).where(eq(mediaSpecies.mediaSeq, seq)).run();
    if (species.length > 0) store.insert(mediaSpecies).values(species).onConflictDoNothing().run();
  }
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Takes a bulk edit back, in an open transaction. What somebody has changed or deleted since stays as it is,
 * and so does an item whose category is gone. Throws `not_found` when it is another edit or too late.
 */
export function undoBulkEdit(store: Store, id: string, write: Write): BulkUndone {
  const edit = findEdit(store, write);
  if (edit?.id !== id) throw new AppError('not_found');
  const sets = columns.map((name) => sql`${sql.identifier(snake(name))} = item.value ->> ${name}`);
  const undone = store
    .all<{ seq: number }>(sql`
      UPDATE media SET ${sql.join(sets, sql`, `)}, updated_at = max(${write.now}, media.updated_at + 1)
      FROM json_each(${JSON.stringify(edit.before)}) AS item
      WHERE media.seq = item.value ->> 'seq' AND media.updated_at = item.value ->> 'after'
        AND item.value ->> 'categoryId' IN (SELECT id FROM categories)
      RETURNING seq`)
    .map(({ seq }) => seq);
  const isUndone = new Set(undone);
  // Cast: written by `rememberBulkEdit`.
  const was = (edit.before as Before[]).filter(({ seq }) => isUndone.has(seq));
  store.run(sql`
    DELETE FROM media_tags WHERE (media_seq, tag_id) NOT IN (
      SELECT item.value ->> 'seq', tag.value
      FROM json_each(${JSON.stringify(was)}) AS item, json_each(item.value, '$.tagIds') AS tag
    ) AND ${among(mediaTags.mediaSeq, undone)}`);
  store.run(sql`
    INSERT INTO media_tags (media_seq, tag_id)
    SELECT item.value ->> 'seq', tag.value
    FROM json_each(${JSON.stringify(was)}) AS item, json_each(item.value, '$.tagIds') AS tag
    WHERE tag.value IN (SELECT id FROM categories) ON CONFLICT DO NOTHING`);
  restoreSpecies(store, was);
  applyGuard(store, undone);
  checkPublicTexts(store, among(media.seq, undone));
  store.delete(bulkEdits).where(eq(bulkEdits.userId, write.actor.id)).run();
  const facts = { count: undone.length };
  recordAudit(store, write, { action: 'undo', entity: 'media', facts });
  return { undone: undone.length, left: edit.before.length - undone.length };
}
