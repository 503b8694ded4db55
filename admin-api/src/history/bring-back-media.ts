/** Brings back items with their tags and species. */
import { pick } from '@veldlicht/contract/by-name';
import { publicTextFields } from '@veldlicht/contract/item-fields';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { among } from '@veldlicht/database/among';
import { applyGuard, decidesGuard } from '@veldlicht/database/apply-guard';
import type { State } from '@veldlicht/database/history';
import type { Store } from '@veldlicht/database/open';
import { checkPublicTexts } from '@veldlicht/database/public-texts';
import {
  categories,
  endedAddresses,
  files,
  media,
  mediaRows,
  type mediaSpecies,
} from '@veldlicht/database/schema';
import { and, eq, getTableColumns, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { moveToTrash, privacyNow } from '#media/move-to-trash.ts';
import { knownNames, replaceSpecies } from '#species/species.repository.ts';
import { type BringBack, isOthersSlug, isWindow, readColumns, writeColumns } from './bring-back.ts';

/** Columns that the rules need: reading whole rows of ten thousand items takes longer than writing them. */
const deciding = pick(getTableColumns(mediaRows), [
  'seq',
  'id',
  'slug',
  'location',
  'locationPrivacy',
  'exactChosen',
  'categoryId',
  'publishFrom',
  'publishUntil',
  'hero',
  'cover',
  'fileHash',
  'previousFileHash',
  'withheld',
  'takenFrom',
  'takenUntil',
]);
type Row = Pick<typeof mediaRows.$inferSelect, keyof typeof deciding>;

/** State outside an item that the rules need. */
interface World {
  store: Store;
  /** Types of categories and tags, by id. */
  categories: ReadonlyMap<string, string>;
  /** Processing states of files, by hash. */
  files: ReadonlyMap<string, string>;
  /** Items that stop being the hero or a cover in the same call. */
  giving: string[];
}

interface Fitting {
  row: Row;
  change: State;
  tagIds: string[] | undefined;
  species: Omit<typeof mediaSpecies.$inferSelect, 'mediaSeq'>[] | undefined;
}

/** Whether another item holds the place of hero or cover, and keeps it. */
function isChosen({ store, giving }: World, id: string, where: SQL | undefined): boolean {
  const others = and(where, ne(media.id, id), notInArray(media.id, giving));
  return store.select({ seq: media.seq }).from(media).where(others).get() !== undefined;
}

/** The file columns beside `fileHash`; null when the file is gone. Visitors see the current file until it is ready. */
function fileChange({ files: known }: World, row: Row, hash: string): State | null {
  if (!known.has(hash)) return null;
  const shown = known.get(row.fileHash) === 'ready' ? row.fileHash : row.previousFileHash;
  return { previousFileHash: known.get(hash) === 'ready' ? null : shown };
}

/** Whether the place changes, whose privacy must then obey the rules of today. */
const isPlaced = (want: State) =>
  ['location', 'locationPrivacy', 'exactChosen', 'deletedAt'].some((name) => name in want);

/** The columns to write; null when the rules of today forbid it. */
function fit(world: World, row: Row, want: State): Fitting | null {
  const { tagIds, species, ...columns } = want;
  const next = { ...row, ...readColumns(mediaRows, columns) };
  const file = next.fileHash === row.fileHash ? {} : fileChange(world, row, next.fileHash);
  const isHero = next.hero && !row.hero && isChosen(world, row.id, eq(media.hero, true));
  const sameCategory = eq(media.categoryId, next.categoryId);
  const covers = and(eq(media.cover, true), sameCategory);
  const isCover = next.cover && !row.cover && isChosen(world, row.id, covers);
  const isRight =
    world.categories.get(next.categoryId) === 'category' &&
    isWindow(next) &&
    !isHero &&
    !isCover &&
    (next.slug === row.slug || !isOthersSlug(world.store, next.slug, row.id));
  if (!isRight || !file) return null;
  return {
    row,
    change: { ...columns, ...file, ...(isPlaced(want) && { locationPrivacy: privacyNow(next) }) },
    // Casts: as history-triggers.ts writes them.
    tagIds: tagIds as Fitting['tagIds'],
    species: species as Fitting['species'],
  };
}

/** Sets the tags of the items; ignores deleted tags. */
function writeTags(store: Store, fitting: readonly Fitting[]): void {
  const tagged = fitting.flatMap(({ row: { seq }, tagIds }) => (tagIds ? { seq, tagIds } : []));
  if (tagged.length === 0) return;
  const wanted = sql`SELECT item.value ->> 'seq' AS seq, tag.value AS id
    FROM json_each(${JSON.stringify(tagged)}) AS item, json_each(item.value, '$.tagIds') AS tag`;
  const seqs = JSON.stringify(tagged.map(({ seq }) => seq));
  store.run(sql`DELETE FROM media_tags WHERE media_seq IN (SELECT value FROM json_each(${seqs}))
    AND (media_seq, tag_id) NOT IN (${wanted})`);
  store.run(sql`INSERT INTO media_tags (media_seq, tag_id)
    SELECT seq, id FROM (${wanted}) WHERE id IN (SELECT id FROM categories WHERE type = 'tag')
      AND NOT EXISTS (SELECT 1 FROM media_tags WHERE media_seq = seq AND tag_id = id)`);
}

/** Sets the species of the items; ignores deleted species. */
function writeSpecies(store: Store, fitting: readonly Fitting[]): void {
  const named = fitting.flatMap(({ row: { seq }, species }) => (species ? { seq, species } : []));
  const names = named.flatMap(({ species }) => species.map((one) => one.scientificName));
  const known = knownNames(store, names);
  const rows = named.flatMap(({ seq, species }) =>
    species
      .filter(({ scientificName }) => known.has(scientificName))
      .map((one) => ({ ...one, nest: Boolean(one.nest), mediaSeq: seq })),
  );
  replaceSpecies(
    store,
    named.map(({ seq }) => seq),
    rows,
  );
}

/** Removes restored slugs from the ended addresses. */
function reviveAddresses(store: Store, fitting: readonly Fitting[]): void {
  const slugs = fitting.flatMap(({ row, change: { slug } }) =>
    typeof slug === 'string' && slug !== row.slug ? slug : [],
  );
  if (slugs.length > 0) store.delete(endedAddresses).where(among(endedAddresses.slug, slugs)).run();
}

/** Columns whose change may reveal a position in texts that are not restored themselves. */
const telling = ['categoryId', 'deletedAt', 'allowedPositions'];

/** Whether to check the texts for positions, which for ten thousand items takes longer than everything else. */
function mayReveal({ row, change, tagIds }: Fitting): boolean {
  const isSuspect = publicTextFields.some(
    (name) => change[name] && holdsPosition(String(change[name])),
  );
  return (
    row.withheld || isSuspect || tagIds !== undefined || telling.some((name) => name in change)
  );
}

export const bringBackMedia: BringBack = (store, wanted, write) => {
  const made = wanted.flatMap(({ id, want }) => (want ? [] : id));
  if (made.length > 0) moveToTrash(store, made, write);
  const ids = wanted.map(({ id }) => id);
  const rows = store.select(deciding).from(mediaRows).where(among(mediaRows.id, ids)).all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const hashes = [
    ...rows.map(({ fileHash }) => fileHash),
    ...wanted.flatMap(({ want }) => (want?.fileHash ? String(want.fileHash) : [])),
  ];
  const { id, type } = categories;
  const { hash, processing } = files;
  const world: World = {
    store,
    categories: new Map(store.select({ id, type }).from(categories).values() as [string, string][]),
    files: new Map(
      store.select({ hash, processing }).from(files).where(among(hash, hashes)).values() as [
        string,
        string,
      ][],
    ),
    giving: wanted.flatMap(({ id, want }) => (want?.hero === 0 || want?.cover === 0 ? id : [])),
  };
  const fitting = wanted.flatMap(({ id, want }) => {
    const row = byId.get(id);
    const one = row && want ? fit(world, row, want) : null;
    return one ?? [];
  });
  const seqs = fitting.map(({ row }) => row.seq);
  reviveAddresses(store, fitting);
  writeColumns(
    store,
    'media',
    fitting.map(({ row: { id }, change }) => ({ id, change })),
    [sql`updated_at = max(${write.now}, media_rows.updated_at + 1)`],
  );
  writeTags(store, fitting);
  writeSpecies(store, fitting);
  const isTextOnly = !fitting.some(({ change, species }) => decidesGuard({ ...change, species }));
  applyGuard(store, seqs, { isTextOnly });
  const revealing = fitting.filter(mayReveal).map(({ row }) => row.seq);
  checkPublicTexts(store, among(media.seq, revealing));
  return [...made, ...fitting.map(({ row }) => row.id)];
};
