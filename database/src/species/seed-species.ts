/** Writes the bundled list of species into the database, and the default guard list once. */
import { sql } from 'drizzle-orm';
import type { Store } from '../open.ts';
import { guardRules, species } from '../schema.ts';
import { readGuardDefaults } from './guard-defaults.ts';
import { readSpeciesList } from './species-list.ts';

/**
 * Adds and updates species, except those the owner added or corrected. The guard list is written only with the first
 * list of species, so that rules the owner removed stay removed.
 */
export function seedSpecies(store: Store): void {
  const isFirst = store.select().from(species).limit(1).get() === undefined;
  // One parameter for the whole list: a statement with one for each value took 150 ms to build, this takes 20.
  store.run(sql`
    INSERT INTO species (scientific_name, dutch_name, english_name, group_name, family, synonyms)
    SELECT value ->> 'scientificName', value ->> 'dutchName', value ->> 'englishName', value ->> 'groupName',
      value ->> 'family', value -> 'synonyms'
    FROM json_each(${JSON.stringify(readSpeciesList())}) WHERE true
    ON CONFLICT (scientific_name) DO UPDATE SET dutch_name = excluded.dutch_name,
      english_name = excluded.english_name, group_name = excluded.group_name, family = excluded.family,
      synonyms = excluded.synonyms
    -- Every write of a name publishes.
    WHERE own = 0 AND (dutch_name, english_name, group_name, family, synonyms)
      IS NOT (excluded.dutch_name, excluded.english_name, excluded.group_name, excluded.family, excluded.synonyms)`);
  if (!isFirst) return;
  const rules = readGuardDefaults().map(({ reason: _reason, ...rule }) => ({
    ...rule,
    reason: '',
  }));
  store.insert(guardRules).values(rules).run();
}
