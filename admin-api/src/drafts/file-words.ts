/** Maps a file's metadata to categories, tags and species, for the panel and for programs. */
import { categoryKey } from '@veldlicht/contract/category-name';
import type { FileWords } from '@veldlicht/contract/draft';
import type { FileFacts } from '@veldlicht/contract/file-facts';
import { type ItemSpecies, MAX_ITEM_SPECIES } from '@veldlicht/contract/species';
import { speciesByName, speciesOfKeyword } from '@veldlicht/contract/species-words';
import type { Store } from '@veldlicht/database/open';
import { species } from '@veldlicht/database/schema';
import { listDeclinedKeywords } from '#categories/categories.service.ts';
import { listNames } from '#media/media.repository.ts';

/** Finds the species that a keyword names without doubt; declined keywords name none. */
function speciesFinder(store: Store) {
  const { scientificName, dutchName, englishName, synonyms } = species;
  const rows = store
    .select({ scientificName, dutchName, englishName, synonyms })
    .from(species)
    .all();
  const byName = speciesByName(rows);
  const declined = listDeclinedKeywords(store);
  return (word: string) => speciesOfKeyword(byName, word, declined);
}

/** Sorts keywords, without regard to case, into category, tags, species and the rest. */
export const wordsOf = (store: Store, facts: FileFacts): FileWords => wordsReader(store)(facts);

/** As `wordsOf`, for many files: reads the names once. */
export function wordsReader(store: Store): (facts: FileFacts) => FileWords {
  let finders: ReturnType<typeof findersIn> | null = null;
  // Reads thousands of names only for files with keywords.
  return (facts) => readWords(facts, () => (finders ??= findersIn(store)));
}

function findersIn(store: Store) {
  const names = listNames(store);
  const finder = (type: 'category' | 'tag') => {
    const entries = names.filter((row) => row.type === type);
    const byKey = new Map(entries.map(({ name }) => [categoryKey(name, type), name]));
    return (word: string) => byKey.get(categoryKey(word, type));
  };
  return {
    names,
    categoryOf: finder('category'),
    tagOf: finder('tag'),
    speciesOf: speciesFinder(store),
  };
}

function readWords(facts: FileFacts, find: () => ReturnType<typeof findersIn>): FileWords {
  const { title, description, date, keywords, cut, city } = facts;
  const location = facts.location ?? city;
  const words = { title, description, date, location, cut };
  if (keywords.length === 0) return { ...words, keywords, category: null, tags: [], species: [] };
  const { names, categoryOf, tagOf, speciesOf } = find();
  const chosen = new Set(keywords.map(tagOf));
  const shown = [...new Set(keywords.flatMap((word) => speciesOf(word) ?? []))];
  const asSeen = ({ scientificName, dutchName }: (typeof shown)[number]): ItemSpecies => ({
    scientificName,
    dutchName,
    kind: 'wild',
    lifeStage: null,
    nest: false,
  });
  return {
    ...words,
    keywords: keywords.filter((word) => !categoryOf(word) && !tagOf(word) && !speciesOf(word)),
    category: keywords.flatMap((word) => categoryOf(word) ?? [])[0] ?? null,
    // In the order of the list of tags.
    tags: names
      .filter(({ type, name }) => type === 'tag' && chosen.has(name))
      .map(({ name }) => name),
    species: shown.slice(0, MAX_ITEM_SPECIES).map(asSeen),
  };
}
