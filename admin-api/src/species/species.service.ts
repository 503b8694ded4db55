/** Adds, corrects and finds species. */
import { foldForSearch, nameSlug } from '@veldlicht/contract/name';
import { reason } from '@veldlicht/contract/reason';
import {
  SPECIES_FOUND,
  type SpeciesImported,
  type SpeciesInput,
  type SpeciesName,
} from '@veldlicht/contract/species';
import { among } from '@veldlicht/database/among';
import { applyGuard } from '@veldlicht/database/apply-guard';
import { mayShowOf } from '@veldlicht/database/keep-addresses';
import type { Store } from '@veldlicht/database/open';
import { guardRules, SHARED, species } from '@veldlicht/database/schema';
import { listedSpecies } from '@veldlicht/database/species/species-list';
import { eq } from 'drizzle-orm';
import { factsOfMany, recordAudit } from '#audit/audit.repository.ts';
import { AppError, invalidField } from '#http/app-error.ts';
import type { Write } from '#http/write.ts';
import { countUses } from './species.repository.ts';

/**
 * Finds species whose names contain every word of a query, prefix matches first. Visitors get an owner's name for a
 * guarded species only once it is confirmed.
 */
export function findSpecies(
  store: Store,
  query: string,
  { isVisitor }: { isVisitor: boolean },
): SpeciesName[] {
  const wanted = foldForSearch(query).trim();
  if (wanted === '') return [];
  const { scientificName, dutchName, own } = species;
  const mayShow = mayShowOf(store);
  const waits = (name: string | null) => name !== null && !mayShow(SHARED, name);
  return store
    .select({ scientificName, dutchName, own })
    .from(species)
    .all()
    .flatMap(({ own: isOwn, ...one }) => {
      if (!isVisitor || !isOwn) return one;
      if (waits(one.scientificName)) return [];
      return { ...one, dutchName: waits(one.dutchName) ? null : one.dutchName };
    })
    .map((one) => ({ one, text: foldForSearch(`${one.dutchName ?? ''} ${one.scientificName}`) }))
    .filter(({ text }) => text.includes(wanted))
    .sort(
      (a, b) =>
        Number(b.text.startsWith(wanted)) - Number(a.text.startsWith(wanted)) ||
        (a.text < b.text ? -1 : 1),
    )
    .slice(0, SPECIES_FOUND)
    .map(({ one }) => one);
}

/** Judges items again when guarded species have new names, which texts may contain. */
export function guardByNames(store: Store, names: readonly string[]): void {
  const rules = store.select().from(guardRules).where(among(guardRules.scientificName, names));
  if (rules.get()) applyGuard(store);
}

/** Adds or corrects a species. `slugs`: scientific names by slug. Throws `invalid_input` for another's slug. */
function put(store: Store, slugs: Map<string, string>, input: SpeciesInput) {
  const { group: groupName, ...others } = input;
  const { scientificName } = others;
  const slug = nameSlug(scientificName);
  const holder = slugs.get(slug) ?? scientificName;
  if (holder !== scientificName)
    throw invalidField('scientificName', reason('species_taken', { name: holder }));
  slugs.set(slug, scientificName);
  const where = eq(species.scientificName, scientificName);
  const before = store.select().from(species).where(where).get();
  const values = { ...others, groupName };
  if (!before) {
    store
      .insert(species)
      .values({ ...values, own: true })
      .run();
    return 'added';
  }
  // Cast: `keys` forgets the names.
  const keys = Object.keys(values) as (keyof typeof values)[];
  const isSame = keys.every((key) => values[key] === undefined || values[key] === before[key]);
  if (isSame) return 'same';
  store
    .update(species)
    .set({ ...values, own: true })
    .where(where)
    .run();
  return 'changed';
}

/** Adds or corrects species in an open transaction. */
export function putSpecies(store: Store, inputs: SpeciesInput[], write: Write): SpeciesImported {
  const all = store.select({ scientificName: species.scientificName }).from(species).all();
  const slugs = new Map(all.map(({ scientificName: name }) => [nameSlug(name), name]));
  const done = inputs.map((input) => put(store, slugs, input));
  const added = done.filter((one) => one === 'added').length;
  const changed = done.filter((one) => one === 'changed').length;
  if (added + changed > 0) {
    const names = inputs.flatMap((input, i) => (done[i] === 'same' ? [] : input.scientificName));
    guardByNames(store, names);
    audit(store, write, added > 0 ? 'create' : 'update', names);
  }
  return { added, changed };
}

function audit(
  store: Store,
  write: Write,
  action: 'create' | 'update' | 'delete',
  names: string[],
): void {
  const [only] = names.length === 1 ? names : [];
  const about = only ? { entityId: only, summary: only } : { facts: factsOfMany(names) };
  recordAudit(store, write, { action, entity: 'species', ...about });
}

/**
 * Reverts a corrected species to the built-in list, or deletes an added one, in an open transaction. Throws `not_found`,
 * and `in_use` while items (trashed ones too, which would be restored without their guard) or the guard use it.
 */
export function deleteSpecies(store: Store, name: string, write: Write): void {
  const where = eq(species.scientificName, name);
  const row = store.select().from(species).where(where).get();
  if (!row) throw new AppError('not_found');
  if (!row.own) throw new AppError('in_use', reason('species_not_own'));
  const listed = listedSpecies().get(name);
  if (listed) {
    store
      .update(species)
      .set({ ...listed, words: null, picture: null, own: false })
      .where(where)
      .run();
    guardByNames(store, [name]);
    audit(store, write, 'update', [name]);
    return;
  }
  const n = countUses(store, name);
  if (n > 0) throw new AppError('in_use', reason('species_in_use', { n }));
  if (store.select().from(guardRules).where(eq(guardRules.scientificName, name)).get())
    throw new AppError('in_use', reason('species_guarded'));
  store.delete(species).where(where).run();
  audit(store, write, 'delete', [name]);
}
