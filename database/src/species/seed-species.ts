/** Brings the list of species of this version into the database, and the guard list once. */
import { sql } from 'drizzle-orm';
import type { Store } from '../open.ts';
import { guardRules, species } from '../schema.ts';
import { readGuardDefaults } from './guard-defaults.ts';
import { readSpeciesList } from './species-list.ts';

/** Rows of one statement: SQLite takes so many parameters at most. */
const PORTION = 500;

/**
 * Adds what is new and corrects what the list says otherwise; what the owner added or corrected stays. The guard
 * list comes with the first list of species: what the owner takes off it does not come back.
 */
export function seedSpecies(store: Store): void {
  const isFirst = store.select().from(species).limit(1).get() === undefined;
  const rows = readSpeciesList();
  for (let from = 0; from < rows.length; from += PORTION)
    store
      .insert(species)
      .values(rows.slice(from, from + PORTION))
      .onConflictDoUpdate({
        target: species.scientificName,
        set: {
          dutchName: sql`excluded.dutch_name`,
          englishName: sql`excluded.english_name`,
          groupName: sql`excluded.group_name`,
          family: sql`excluded.family`,
          synonyms: sql`excluded.synonyms`,
        },
        // Every write of a name publishes.
        setWhere: sql`own = 0 AND (dutch_name, english_name, group_name, family, synonyms)
          IS NOT (excluded.dutch_name, excluded.english_name, excluded.group_name, excluded.family, excluded.synonyms)`,
      })
      .run();
  if (!isFirst) return;
  const rules = readGuardDefaults().map(({ reason: _reason, ...rule }) => ({
    ...rule,
    reason: '',
  }));
  store.insert(guardRules).values(rules).run();
}
