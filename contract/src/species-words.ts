/**
 * Finds species by the keywords and the title of a photo. Without zod.
 */
import { foldName } from './name.ts';
import type { Species } from './species.ts';

type Named = Pick<Species, 'scientificName' | 'dutchName' | 'englishName' | 'synonyms'>;

/** Species by each folded name, synonyms included; two may share one ("Hop" is a bird and a plant). */
export type SpeciesByName<One extends Named = Named> = ReadonlyMap<string, readonly One[]>;

export function speciesByName<One extends Named>(all: readonly One[]): SpeciesByName<One> {
  const byName = new Map<string, One[]>();
  for (const one of all) {
    const { scientificName, synonyms, dutchName, englishName } = one;
    for (const name of [scientificName, ...synonyms, dutchName, englishName]) {
      const key = name && foldName(name);
      if (!key) continue;
      const others = byName.get(key);
      if (!others) byName.set(key, [one]);
      else if (!others.includes(one)) others.push(one);
    }
  }
  return byName;
}

/**
 * The species of a keyword that is its Dutch or scientific name, unless another species has the name too or a user
 * declined it (`declined` is folded). Else undefined.
 */
export function speciesOfKeyword<One extends Named>(
  byName: SpeciesByName<One>,
  keyword: string,
  declined: readonly string[],
): One | undefined {
  const key = foldName(keyword);
  const [only, ...others] = byName.get(key) ?? [];
  if (!only || others.length > 0 || declined.includes(key)) return undefined;
  const names = [only.scientificName, ...only.synonyms, only.dutchName ?? ''];
  return names.some((name) => foldName(name) === key) ? only : undefined;
}

/** Most words of a name. */
const NAME_WORDS = 4;

/** Folded names of species in a text, the longest at each word: "Kleine vos" is the butterfly, not the fox. */
function namesIn(byName: SpeciesByName, text: string): string[] {
  const words = foldName(text)
    .split(/[^\p{L}\p{M}'’-]+/u)
    .filter(Boolean);
  const found: string[] = [];
  for (let from = 0; from < words.length; ) {
    const lengths = Array.from({ length: NAME_WORDS }, (_, n) => NAME_WORDS - n);
    const names = lengths.map((length) => words.slice(from, from + length).join(' '));
    const name = names.find((one) => byName.has(one));
    if (name) found.push(name);
    from += name ? name.split(' ').length : 1;
  }
  return found;
}

/**
 * Species to propose for keywords and a title, each with the folded word that names it, unless that word was declined.
 */
export function speciesNamedIn<One extends Named>(
  byName: SpeciesByName<One>,
  words: { keywords: readonly string[]; title: string; declined: readonly string[] },
): Map<One, string> {
  const names = [...words.keywords.map(foldName), ...namesIn(byName, words.title)];
  const wanted = names.filter((name) => !words.declined.includes(name));
  const pairs = wanted.flatMap((name) =>
    (byName.get(name) ?? []).map((one): [One, string] => [one, name]),
  );
  return new Map(pairs);
}
