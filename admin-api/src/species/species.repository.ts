/** Species, and the species of items. */

import { reason } from '@veldlicht/contract/reason';
import type { ItemSpecies, ItemSpeciesInput, Species } from '@veldlicht/contract/species';
import { among } from '@veldlicht/database/among';
import { countRows } from '@veldlicht/database/count-rows';
import type { Store } from '@veldlicht/database/open';
import { media, mediaSpecies, species } from '@veldlicht/database/schema';
import { listedSpecies } from '@veldlicht/database/species/species-list';
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { invalidField } from '#http/app-error.ts';

/** The scientific names that exist. */
export function knownNames(store: Store, names: readonly string[]): Set<string> {
  const { scientificName } = species;
  const rows = store
    .select({ scientificName })
    .from(species)
    .where(among(scientificName, names))
    .all();
  return new Set(rows.map((row) => row.scientificName));
}

/** The species of these items, in the owner's order. */
export function readSpecies(store: Store, seqs: number[]): Map<number, ItemSpecies[]> {
  const { mediaSeq, kind, lifeStage, nest, position } = mediaSpecies;
  const { scientificName, dutchName } = species;
  const rows = store
    .select({ mediaSeq, scientificName, dutchName, kind, lifeStage, nest })
    .from(mediaSpecies)
    .innerJoin(species, eq(scientificName, mediaSpecies.scientificName))
    .where(among(mediaSeq, seqs))
    .orderBy(asc(mediaSeq), asc(position))
    .all();
  const bySeq = Map.groupBy(rows, (row) => row.mediaSeq);
  return new Map(
    [...bySeq].map(([seq, list]) => [seq, list.map(({ mediaSeq: _, ...one }) => one)]),
  );
}

/** The accepted name of a scientific name or synonym. Throws `invalid_input`. */
function requireName(store: Store, name: string): string {
  const { scientificName } = species;
  const find = (where: SQL) =>
    store.select({ scientificName }).from(species).where(where).get()?.scientificName;
  const found =
    find(sql`${scientificName} = ${name}`) ??
    find(sql`EXISTS (SELECT 1 FROM json_each(${species.synonyms}) WHERE value = ${name})`);
  if (!found) throw invalidField('species', reason('unknown_species', { name }));
  return found;
}

type Row = typeof mediaSpecies.$inferSelect;

function toRows(store: Store, input: ItemSpeciesInput): Omit<Row, 'mediaSeq'>[] {
  const rows = new Map<string, Omit<Row, 'mediaSeq'>>();
  for (const one of input) {
    const {
      kind = 'wild',
      lifeStage = null,
      nest = false,
      ...named
    } = typeof one === 'string' ? { scientificName: one } : one;
    const scientificName = requireName(store, named.scientificName);
    const position = rows.size;
    if (!rows.has(scientificName))
      rows.set(scientificName, { scientificName, position, kind, lifeStage, nest });
  }
  return [...rows.values()];
}

/** Stored rows of these items, in the owner's order. */
export function speciesRows(store: Store, seqs: readonly number[]): Map<number, Row[]> {
  const { mediaSeq, position } = mediaSpecies;
  const where = among(mediaSeq, seqs);
  const rows = store.select().from(mediaSpecies).where(where).orderBy(asc(position)).all();
  return Map.groupBy(rows, (row) => row.mediaSeq);
}

/** One statement: single inserts take seconds for ten thousand items. */
function insertRows(store: Store, rows: readonly Row[]): void {
  store.run(sql`
    INSERT INTO ${mediaSpecies} (media_seq, scientific_name, position, kind, life_stage, nest)
    SELECT value ->> 'mediaSeq', value ->> 'scientificName', value ->> 'position', value ->> 'kind',
      value ->> 'lifeStage', value ->> 'nest'
    FROM json_each(${JSON.stringify(rows)})`);
}

/** Replaces the species of these items by `rows`. */
export function replaceSpecies(store: Store, seqs: readonly number[], rows: readonly Row[]): void {
  store.delete(mediaSpecies).where(among(mediaSpecies.mediaSeq, seqs)).run();
  insertRows(store, rows);
}

/** Sets the species of items. Returns the changed ones; others are not written, since every write publishes. */
export function setSpecies(store: Store, seqs: number[], input: ItemSpeciesInput): number[] {
  const [stored, species] = [speciesRows(store, seqs), toRows(store, input)];
  const rowsOf = (mediaSeq: number): Row[] => species.map((one) => ({ mediaSeq, ...one }));
  const changed = seqs.filter(
    (seq) => JSON.stringify(stored.get(seq) ?? []) !== JSON.stringify(rowsOf(seq)),
  );
  replaceSpecies(store, changed, changed.flatMap(rowsOf));
  return changed;
}

/** Adds species to items that lack them, and keeps those they have. Returns the changed items. */
export function addSpecies(store: Store, seqs: number[], input: ItemSpeciesInput): number[] {
  const [stored, species] = [speciesRows(store, seqs), toRows(store, input)];
  const rows = seqs.flatMap((mediaSeq) => {
    const before = stored.get(mediaSeq) ?? [];
    const known = new Set(before.map(({ scientificName }) => scientificName));
    const from = (before.at(-1)?.position ?? -1) + 1;
    const missing = species.filter(({ scientificName }) => !known.has(scientificName));
    return missing.map((one, i) => ({ mediaSeq, ...one, position: from + i }));
  });
  insertRows(store, rows);
  return [...new Set(rows.map(({ mediaSeq }) => mediaSeq))];
}

/** Removes species from items; returns the changed items. Throws `invalid_input` for an unknown name. */
export function removeSpeciesFrom(store: Store, seqs: number[], names: string[]): number[] {
  const meant = names.map((name) => requireName(store, name));
  const { mediaSeq, scientificName } = mediaSpecies;
  const rows = store
    .delete(mediaSpecies)
    .where(and(among(mediaSeq, seqs), inArray(scientificName, meant)))
    .returning({ seq: mediaSeq })
    .all();
  return rows.map(({ seq }) => seq);
}

/** The number of items per species. */
export function countItems(store: Store): Map<string, number> {
  const { scientificName } = mediaSpecies;
  const rows = store
    .select({ scientificName, items: count() })
    .from(mediaSpecies)
    .innerJoin(media, eq(media.seq, mediaSpecies.mediaSeq))
    .groupBy(scientificName)
    .all();
  return new Map(rows.map(({ scientificName: name, items }) => [name, items]));
}

/** The number of items that show a species, trashed ones included. */
export function countUses(store: Store, name: string): number {
  return countRows(store, mediaSpecies, eq(mediaSpecies.scientificName, name));
}

/** Every species, sorted by scientific name. */
export function listSpecies(store: Store): Species[] {
  const items = countItems(store);
  const listed = listedSpecies();
  return store
    .select()
    .from(species)
    .orderBy(asc(species.scientificName))
    .all()
    .map(({ groupName, ...row }) => {
      const { scientificName: name } = row;
      return { ...row, group: groupName, items: items.get(name) ?? 0, listed: listed.has(name) };
    });
}
