/** Adding, correcting and finding species. */
import { reason } from '@veldlicht/contract/reason';
import {
  SPECIES_FOUND,
  type SpeciesImported,
  type SpeciesInput,
  type SpeciesName,
} from '@veldlicht/contract/species';
import { foldForSearch, speciesSlug } from '@veldlicht/contract/species-name';
import type { Store } from '@veldlicht/database/open';
import { species } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { recordAudit, summaryOfMany } from '#audit/audit.repository.ts';
import { AppError, invalidField } from '#http/app-error.ts';
import type { Write } from '#http/write.ts';
import { countItems } from './species.repository.ts';

/** Names in which every word of a query stands, those that begin with it first. */
export function findSpecies(store: Store, query: string): SpeciesName[] {
  const wanted = foldForSearch(query).trim();
  if (wanted === '') return [];
  const { scientificName, dutchName } = species;
  return store
    .select({ scientificName, dutchName })
    .from(species)
    .all()
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

/** Adds one or corrects it; answers what happened. Throws `invalid_input` when its address is another's. */
function put(store: Store, taken: Map<string, string>, input: SpeciesInput) {
  const { group: groupName, scientificName, ...names } = input;
  const slug = speciesSlug(scientificName);
  if ((taken.get(slug) ?? scientificName) !== scientificName)
    throw invalidField('scientificName', reason('scientific_name_shape'));
  taken.set(slug, scientificName);
  const where = eq(species.scientificName, scientificName);
  const before = store.select().from(species).where(where).get();
  const values = { ...names, groupName, own: true };
  if (!before) {
    store
      .insert(species)
      .values({ ...values, scientificName })
      .run();
    return 'added';
  }
  const isSame =
    before.dutchName === names.dutchName &&
    before.englishName === names.englishName &&
    before.family === names.family &&
    before.groupName === groupName;
  if (isSame) return 'same';
  store.update(species).set(values).where(where).run();
  return 'changed';
}

/** Adds or corrects species in an open transaction. */
export function putSpecies(store: Store, inputs: SpeciesInput[], write: Write): SpeciesImported {
  const { scientificName } = species;
  const rows = store.select({ scientificName }).from(species).all();
  const taken = new Map(rows.map((row) => [speciesSlug(row.scientificName), row.scientificName]));
  const done = inputs.map((input) => put(store, taken, input));
  const added = done.filter((one) => one === 'added').length;
  const changed = done.filter((one) => one === 'changed').length;
  if (added + changed > 0) {
    const names = inputs.flatMap((input, i) => (done[i] === 'same' ? [] : input.scientificName));
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
  const summary = only ?? summaryOfMany(names.length, names);
  recordAudit(store, write, { action, entity: 'species', entityId: only ?? null, summary });
}

/**
 * Deletes a species of the owner's that no item shows, in an open transaction; a corrected one of the list comes
 * back with the next start. Throws `not_found`, `in_use`.
 */
export function deleteSpecies(store: Store, name: string, write: Write): void {
  const where = eq(species.scientificName, name);
  const row = store.select().from(species).where(where).get();
  if (!row) throw new AppError('not_found');
  const n = countItems(store).get(name);
  if (n) throw new AppError('in_use', reason('species_in_use', { n }));
  if (!row.own) throw new AppError('in_use', reason('species_not_own'));
  store.delete(species).where(where).run();
  audit(store, write, 'delete', [name]);
}
