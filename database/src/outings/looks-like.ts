/**
 * Finds names of guarded species in texts, in the notations of people, keyword trees and taggers: "Oehoenest",
 * "Birds|Owls|Eagle owl", "taxonomy:binomial=Bubo bubo", "Bubo bubo (Linnaeus, 1758)". Pure.
 */
import { foldForSearch } from '@veldlicht/contract/name';
import { isLowCountriesSettlement } from '../settlement.ts';

export interface NamedSpecies {
  scientificName: string;
  dutchName: string | null;
  englishName: string | null;
  /** Other scientific names of the species. */
  synonyms: readonly string[];
}

/** Prefixes of English names that are common in lists only. */
const REGION = /^(?:common european|eurasian|european|western|northern|common) /;
/** Names that are ordinary words without their prefix: "Eurasian hobby". */
const ORDINARY = new Set(['hobby', 'large blue', 'heath', 'large heath']);

/** Endings of Dutch words that start with an animal's name. */
const BEHIND =
  /^(?:s|n|en|ën|jes?|tjes?|etjes?|pjes?|nest\p{L}*|jong\p{L}*|horst\p{L}*|hol(?:en)?|bouw|burcht\p{L}*|ei|eieren|kuikens?|pul|pullen|paar\p{L}*|man|vrouw\p{L}*|mannetje\p{L}*|kolonie\p{L}*|broed\p{L}*|kast\p{L}*|roest\p{L}*|territorium|familie|gezin|welp\p{L}*|pups?|slaapplaats|sporen|latrine)$/u;
/** A name of at least this many letters never begins an unrelated word. */
const LONG = 5;

/** A nest, a den or young. */
const NEST =
  /nest|horst|burcht|broed|gebroed|nesteling|kuiken|pullen|\bpul\b|\bjong(?:en|e?s)?\b|\bei(?:eren)?\b|\bhol\b|\bdassenbouw\b|\bwelp|\bpups?\b|\bden\b|chick|fledgling|fledgeling|cubs?\b|juveniel|juvenile|\begg/;

const wordsOf = (text: string): string[] => foldForSearch(text).match(/\p{L}+/gu) ?? [];

/** Phrases by their first words. */
type NameIndex = ReadonlyMap<string, { words: string[]; scientificName: string }[]>;

/** All names of a species, as lists of words. */
function namesOf({ scientificName, dutchName, englishName, synonyms }: NamedSpecies): string[][] {
  const scientific = [scientificName, ...synonyms].map((name) => wordsOf(name).slice(0, 2));
  const english = englishName?.toLowerCase() ?? '';
  const short = english.replace(REGION, '');
  const named = [dutchName ?? '', english, ORDINARY.has(short) ? '' : short].map(wordsOf);
  return [...scientific.filter(({ length }) => length === 2), ...named.filter((one) => one.length)];
}

/** The plural of "das" doubles its last letter: "dassen", "dassenburcht". */
function stemsOf(word: string): string[] {
  const isShort = /[^aeiou][aeiou][bdfgklmnprst]$/.test(word);
  const voiced = word.replace(/f$/, 'v').replace(/([^s])s$/, '$1z');
  const open = word.replace(/([aeou])\1([bdfgklmnprst])$/, '$1$2');
  return [word, voiced, open, ...(isShort ? [`${word}${word.at(-1)}`] : [])];
}

export function nameIndex(species: readonly NamedSpecies[]): NameIndex {
  const index = new Map<string, { words: string[]; scientificName: string }[]>();
  for (const one of species)
    for (const words of namesOf(one)) {
      const first = words[0]?.slice(0, 3) ?? '';
      const entry = { words, scientificName: one.scientificName };
      index.set(first, [...(index.get(first) ?? []), entry]);
    }
  return index;
}

/** Whether a word is a name, its plural, or begins with it: "oehoes", "oehoenest", "dassenburcht"; Otterlo is not. */
function isNamed(word: string, name: string): boolean {
  if (word === name) return true;
  if (word.startsWith(name) && isLowCountriesSettlement(word)) return false;
  if (name.length >= LONG && word.startsWith(name)) return true;
  return stemsOf(name).some((stem) => {
    if (!word.startsWith(stem)) return false;
    const rest = word.slice(stem.length);
    return BEHIND.test(rest) || BEHIND.test(rest.replace(/^(?:en|s|n)/, ''));
  });
}

/** Finds species named in texts, each once, and whether a nest or young is named. */
export function namedIn(
  texts: readonly string[],
  index: NameIndex,
): { scientificNames: string[]; nest: boolean } {
  const found = new Set<string>();
  for (const text of texts) {
    const words = wordsOf(text);
    for (const [at, word] of words.entries())
      for (const { words: name, scientificName } of index.get(word.slice(0, 3)) ?? []) {
        const last = name.length - 1;
        const isMatch = name.every((part, i) => {
          const here = words[at + i] ?? '';
          // Only the last word is inflected: "zwarte spechten".
          return i === last ? isNamed(here, part) : here === part;
        });
        if (isMatch) found.add(scientificName);
      }
  }
  const nest = texts.some((text) => NEST.test(foldForSearch(text)));
  return { scientificNames: [...found], nest };
}
