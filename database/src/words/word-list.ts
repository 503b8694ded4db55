/**
 * Known words: those of the lists beside this file, and Dutch compounds of two common words (README.md). The lists are
 * strings with binary search: as sets they would take eight times as much memory.
 */
import { readFileSync } from 'node:fs';
import { listedSpecies } from '../species/species-list.ts';
import { isTopographic } from './markers.ts';

type List = 'common-words' | 'dutch-words' | 'english-words' | 'names';

const lists = new Map<List, string>();

function readList(name: List): string {
  const known = lists.get(name);
  if (known !== undefined) return known;
  const text = `\n${readFileSync(new URL(`${name}.txt`, import.meta.url), 'latin1').trim()}\n`;
  lists.set(name, text);
  return text;
}

/** Whether a folded word is in a list, which is sorted by code units. */
export function isIn(name: List, word: string): boolean {
  const text = readList(name);
  let [from, to] = [0, text.length - 1];
  while (from < to) {
    const start = text.lastIndexOf('\n', (from + to) >> 1) + 1;
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end);
    if (line === word) return true;
    if (line < word) from = end;
    else to = start - 1;
  }
  return false;
}

/** Short words that are common in compounds; other three-letter words would make place names. */
const SHORT = new Set(
  'bad bed bek bes bij blad bui dak dier dop dras duo ei eik eis els gras hap ijs jas kam kar kat kin kop kou kus kwal lip lis mos nat nek net oog oor pels plak poot pop rij rok rug sok staf tak top veer vel vin vis vlo web wei wol zak zee zon zus'.split(
    ' ',
  ),
);
const LEAST = 4;

let species: ReadonlySet<string> | undefined;

/** Last words of Dutch species names. */
function speciesNouns(): ReadonlySet<string> {
  species ??= new Set(
    [...listedSpecies().values()].map(
      ({ dutchName }) => dutchName.toLowerCase().split(/[ -]/).at(-1) ?? '',
    ),
  );
  return species;
}

function isPart(word: string): boolean {
  if (isTopographic(word)) return false;
  if (SHORT.has(word) || speciesNouns().has(word)) return word.length > 2;
  return word.length >= LEAST && isIn('common-words', word);
}

/** Letters between the parts of a compound. */
const JOINING = ['', 's', 'e', 'en', 'n'];

/** Whether a word is a compound of two common words, neither a part of place names: “winterochtend”, “vossenwelp”. */
export function isCompound(word: string): boolean {
  for (let at = word.length - 3; at >= 3; at--) {
    if (!isPart(word.slice(at))) continue;
    const head = word.slice(0, at);
    if (JOINING.some((join) => head.endsWith(join) && isPart(head.slice(0, at - join.length))))
      return true;
  }
  return false;
}

const isListed = (word: string) =>
  isIn('common-words', word) || isIn('dutch-words', word) || isIn('english-words', word);

/** Present participles of listed verbs: “boksende”. */
function isParticiple(word: string): boolean {
  const verb = word.replace(/de?$/, '');
  return verb !== word && verb.length > LEAST && verb.endsWith('en') && isListed(verb);
}

/** Whether a folded word is known. */
export const isWord = (word: string): boolean =>
  isListed(word) || isParticiple(word) || (isCompound(word) && !isIn('names', word));
