/** An item's own reasons: species it shows and species its texts name (decision 021). */
import {
  type GuardReason,
  type GuardRule,
  guardReasonsOf,
  isSeasonal,
  ruleOf,
  type Sighted,
  speciesOf,
} from '@veldlicht/contract/guard';
import { inArray, sql } from 'drizzle-orm';
import { among } from '../among.ts';
import type { Store } from '../open.ts';
import { media, mediaSpecies, species } from '../schema.ts';
import { listedSpecies } from '../species/species-list.ts';
import { readSubjects, type Subject, sightedOf, wordsOf } from './guard-rows.ts';
import { namedIn, nameIndex } from './looks-like.ts';
import { isBeside, type SiteRecords, siteReasonsOf } from './sites.ts';

type Rules = ReadonlyMap<string, GuardRule>;

/** Index of the names of guarded species: the owner's and those of the bundled list. */
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
 * Finds species named in the texts of an item, and nests of guarded species that it shows, except species that the
 * owner has answered for. For a species that it shows, the answer is about the nest.
 */
function looksLike(
  { row }: Subject,
  words: readonly string[],
  shown: readonly Sighted[],
  names: ReturnType<typeof nameIndex>,
  rules: Rules,
): Sighted[] {
  const { scientificNames, nest } = namedIn(words, names);
  const answered = new Set<string>(JSON.parse(row.notShown));
  const known = new Set(shown.map((one) => speciesOf(one.scientificName)));
  const asked = scientificNames.filter((name) => !known.has(name));
  const nesting = shown.filter(
    (one) => nest && !one.nest && one.kind !== 'captive' && ruleOf(one.scientificName, rules),
  );
  return [...asked, ...nesting.map((one) => speciesOf(one.scientificName))]
    .filter((name) => !answered.has(name))
    .map((scientificName) => ({ scientificName, kind: 'wild', nest }));
}

/** Sets the reasons that follow from the species and words of items (all when `seqs` is absent), except sites. */
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
    const named = looksLike(subject, words.get(row.seq) ?? [], shown, names, rules);
    const looks = guardReasonsOf({ date, species: named }, rules).flatMap((one): GuardReason[] =>
      'scientificName' in one ? [{ ...one, why: 'looks' }] : [],
    );
    subject.reasons = [...guardReasonsOf({ date, species: shown }, rules), ...looks];
  }
}

/**
 * Reads the records of these species that may be sites: nests and dens (also in the trash, since they may have been
 * public), and all records of seasonal species.
 */
function readSites(store: Store, names: readonly string[], rules: Rules): SiteRecords {
  const seasonal = names.filter((name) => isSeasonal(name, rules));
  const rows = store.all<{ seq: number; name: string; nest: number }>(sql`
    SELECT media_seq AS seq, n.value AS name, s.nest
    FROM json_each(${JSON.stringify(names)}) n
    JOIN ${mediaSpecies} s ON s.scientific_name = n.value OR s.scientific_name LIKE n.value || ' %'
    WHERE s.kind <> 'captive'
      AND (s.nest OR n.value IN (SELECT value FROM json_each(${JSON.stringify(seasonal)})))`);
  const seqs = [...new Set(rows.map(({ seq }) => seq))];
  const subjects = seqs.length > 0 ? readSubjects(store, among(media.seq, seqs), true) : [];
  const bySeq = new Map(subjects.map((one) => [one.row.seq, one]));
  const byName = Map.groupBy(rows, ({ name }) => name);
  return new Map(
    [...byName].map(([name, list]) => [
      name,
      list.flatMap(({ seq, nest }) => {
        const subject = bySeq.get(seq);
        return subject ? { subject, nest: nest === 1 } : [];
      }),
    ]),
  );
}

/** Adds the reasons that come from sites. */
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
  const records = readSites(store, [...new Set(names)], rules);
  if (records.size === 0) return;
  for (const subject of subjects) {
    const shown = sighted.get(subject.row.seq) ?? [];
    subject.reasons.push(...siteReasonsOf(subject, shown, records, rules, isNewRule));
  }
}

/** Items (`other`) with a species of an item (`mine`); `isSure`: `mine` shows its nest, or `other` is near a site. */
const BESIDE = sql`
  WITH beside AS (SELECT seq FROM ${media} WHERE instr(guard_reasons, '"site"'))
  SELECT DISTINCT other.media_seq AS seq, mine.nest OR other.media_seq IN (SELECT seq FROM beside) AS isSure,
    mine.scientific_name AS name
  FROM ${mediaSpecies} mine JOIN ${mediaSpecies} other ON other.scientific_name = mine.scientific_name
    OR (other.scientific_name > mine.scientific_name || ' ' AND other.scientific_name < mine.scientific_name || '!')`;

/** Finds all items whose guard a site at one of these items may change. */
export function besideSites(store: Store, touched: readonly Subject[], rules: Rules): number[] {
  const seqs = touched.map(({ row }) => row.seq);
  const rows = store.all<{ seq: number; isSure: number; name: string }>(
    sql`${BESIDE} WHERE mine.media_seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`,
  );
  const { sure = [], near = [] } = Object.groupBy(rows, ({ isSure }) => (isSure ? 'sure' : 'near'));
  const maybe = near.flatMap(({ seq, name }) => (isSeasonal(name, rules) ? seq : []));
  const close = (maybe.length > 0 ? readSubjects(store, among(media.seq, maybe)) : []).filter(
    (item) => touched.some((subject) => isBeside(item, { subject, nest: false })),
  );
  return [...sure, ...close.map(({ row }) => row)].map(({ seq }) => seq);
}
