/** Words of species names, in any form; always safe, since guarded species are shown by name. */
import { foldForSearch } from '@veldlicht/contract/name';
import { listedSpecies } from '../species/species-list.ts';

interface SpeciesWords {
  /** Every word of a name in any language. */
  all: ReadonlySet<string>;
  /** Whole Dutch names, and their last words: "specht". */
  nouns: ReadonlySet<string>;
  /** Names of several words, in any language. */
  phrases: ReadonlySet<string>;
}

let words: SpeciesWords | undefined;

function readWords(): SpeciesWords {
  if (words) return words;
  const [all, nouns, phrases] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [scientificName, { dutchName, englishName }] of listedSpecies()) {
    const dutch = foldForSearch(dutchName);
    nouns.add(dutch).add(dutch.split(' ').at(-1) ?? '');
    for (const name of [scientificName, dutchName, englishName ?? '']) {
      const folded = foldForSearch(name);
      if (folded.includes(' ')) phrases.add(folded);
      for (const word of folded.match(/\p{L}+/gu) ?? []) all.add(word);
    }
  }
  words = { all, nouns, phrases };
  return words;
}

const ENDINGS = ['', 's', 'en', 'n', 'je', 'jes', 'tje', 'tjes', 'pje', 'pjes'];

/** Possible singulars of a plural in “en”: “rug” for “ruggen”, “patrijs” for “patrijzen”, “raaf” for “raven”. */
function singularsOf(stem: string): string[] {
  const voiceless = stem.replace(/z$/, 's').replace(/v$/, 'f');
  const long = voiceless.replace(/([aeou])([bdfgklmnprst])$/, '$1$1$2');
  return [voiceless, long, ...(stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [])];
}

const isFormOf = (word: string, known: ReadonlySet<string>): boolean =>
  ENDINGS.some((ending) => {
    if (!word.endsWith(ending)) return false;
    const stem = ending ? word.slice(0, -ending.length) : word;
    return known.has(stem) || (ending === 'en' && singularsOf(stem).some((one) => known.has(one)));
  });

/** Whether a folded word is a form of a word of a species name. */
export const isOfSpecies = (word: string): boolean => isFormOf(word, readWords().all);

/** Whether a folded word is a form of a Dutch name, or of its last word. */
export const isSpeciesNoun = (word: string): boolean => isFormOf(word, readWords().nouns);

const LONGEST_NAME = 4;

/** Indexes of words that form names of several words. */
export function namedSpecies(words: readonly string[]): ReadonlySet<number> {
  const { phrases } = readWords();
  const found = new Set<number>();
  for (let at = 0; at < words.length; at++)
    for (let count = LONGEST_NAME; count > 1; count--)
      if (isFormOf(words.slice(at, at + count).join(' '), phrases))
        for (let i = at; i < Math.min(at + count, words.length); i++) found.add(i);
  return found;
}
