/** Why items are guarded by themselves: by what they show, and by what their words say (decision 115). */
import {
  type GuardReason,
  type GuardRule,
  guardReasonsOf,
  type Sighted,
} from '@veldlicht/contract/guard';
import { inArray, sql } from 'drizzle-orm';
import { among } from '../among.ts';
import type { Store } from '../open.ts';
import { media, mediaSpecies, species } from '../schema.ts';
import { listedSpecies } from '../species/species-list.ts';
import { readSubjects, type Subject, sightedOf, wordsOf } from './guard-rows.ts';
import { namedIn, nameIndex } from './looks-like.ts';
import { type NestRecords, siteReasonsOf, speciesOf } from './sites.ts';

type Rules = ReadonlyMap<string, GuardRule>;

/** The names by which species of the guard list are known in words: those of the owner, and those of our list. */
function guardedNames(store: Store, rules: Rules) {
  if (rules.size === 0) return nameIndex([]);
  const { scientificName, dutchName, englishName, synonyms } = species;
  const named = store
    .select({ scientificName, dutchName, englishName, synonyms })
    .from(species)
    .where(inArray(scientificName, [...rules.keys()]))
    .all();
  const listed = [...rules.keys()].flatMap((name) => listedSpecies().get(name) ?? []);
  return nameIndex([...named, ...listed]);
}

/**
 * Finds species named in the words of an item, and nests of those that it shows, unless the owner answered whether it
 * shows them: of a species that it shows the answer is about the nest.
 */
function looksLike(
  { row }: Subject,
  words: readonly string[],
  shown: readonly Sighted[],
  names: ReturnType<typeof nameIndex>,
): Sighted[] {
  const { scientificNames, nest } = namedIn(words, names);
  const answered = new Set<string>(JSON.parse(row.notShown));
  const known = new Set(shown.map((one) => speciesOf(one.scientificName)));
  const asked = scientificNames.filter((name) => !known.has(name));
  const nesting = shown.filter((one) => nest && !one.nest && one.kind !== 'captive');
  return [...asked, ...nesting.map((one) => speciesOf(one.scientificName))]
    .filter((name) => !answered.has(name))
    .map((scientificName) => ({ scientificName, kind: 'wild', nest }));
}

/** Sets the reasons that follow from the species and words of items (all without `seqs`), without sites. */
export function setOwnReasons(
  store: Store,
  subjects: readonly Subject[],
  seqs: number[] | undefined,
  rules: Rules,
): void {
  const names = guardedNames(store, rules);
  const [sighted, words] = [sightedOf(store, seqs), wordsOf(store, seqs)];
  for (const subject of subjects) {
    const { row } = subject;
    const shown = sighted.get(row.seq) ?? [];
    const date = row.date ?? row.fileDate;
    const named = looksLike(subject, words.get(row.seq) ?? [], shown, names);
    const looks = guardReasonsOf({ date, species: named }, rules).flatMap((one): GuardReason[] =>
      'scientificName' in one ? [{ ...one, why: 'looks' }] : [],
    );
    subject.reasons = [...guardReasonsOf({ date, species: shown }, rules), ...looks];
  }
}

/** Reads every record of these species with a nest or den in sight; one in the trash may have been seen. */
function readNests(store: Store, names: readonly string[]): NestRecords {
  const rows = store.all<{ seq: number; name: string }>(sql`
    SELECT media_seq AS seq, n.value AS name
    FROM json_each(${JSON.stringify(names)}) n
    JOIN ${mediaSpecies} s ON s.scientific_name = n.value OR s.scientific_name LIKE n.value || ' %'
    WHERE s.nest AND s.kind <> 'captive'`);
  const seqs = [...new Set(rows.map(({ seq }) => seq))];
  const subjects = seqs.length > 0 ? readSubjects(store, among(media.seq, seqs), true) : [];
  const bySeq = new Map(subjects.map((one) => [one.row.seq, one]));
  const byName = Map.groupBy(rows, ({ name }) => name);
  return new Map(
    [...byName].map(([name, list]) => [name, list.flatMap(({ seq }) => bySeq.get(seq) ?? [])]),
  );
}

/** Adds the reasons that sites give. */
export function addSites(
  store: Store,
  subjects: readonly Subject[],
  rules: Rules,
  isNewRule: boolean,
): void {
  const sighted = sightedOf(
    store,
    subjects.map(({ row }) => row.seq),
  );
  const names = [...sighted.values()].flat().map(({ scientificName }) => speciesOf(scientificName));
  const nests = readNests(store, [...new Set(names)]);
  if (nests.size === 0) return;
  for (const subject of subjects) {
    const shown = sighted.get(subject.row.seq) ?? [];
    subject.reasons.push(...siteReasonsOf(subject, shown, nests, rules, isNewRule));
  }
}

/** Finds all items of a species of which one of these items shows a nest, or stands beside one. */
export function besideNests(store: Store, seqs: readonly number[]): number[] {
  const rows = store.all<{ seq: number }>(sql`
    WITH beside AS (SELECT seq FROM ${media} WHERE instr(guard_reasons, '"site"'))
    SELECT DISTINCT other.media_seq AS seq
    FROM ${mediaSpecies} mine JOIN ${mediaSpecies} other ON other.scientific_name = mine.scientific_name
      OR (other.scientific_name > mine.scientific_name || ' ' AND other.scientific_name < mine.scientific_name || '!')
    WHERE mine.media_seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))
      AND (mine.nest OR other.media_seq IN (SELECT seq FROM beside))`);
  return rows.map(({ seq }) => seq);
}
