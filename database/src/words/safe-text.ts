/**
 * Whether a text may be read of something guarded without anybody's word: each of its words is common or names a species
 * or a month, and none of them marks a place or a day. What it does not know, it marks (decision 115). Pure.
 */
import { readFileSync } from 'node:fs';
import { dayIn } from '@veldlicht/contract/day-shapes';
import { foldForSearch } from '@veldlicht/contract/name';
import { isLowCountriesSettlement } from '../settlement.ts';
import { listedSpecies } from '../species/species-list.ts';
import { protectedAreaIn } from './protected-areas.ts';

export interface Mark {
  word: string;
  tells: 'place' | 'day';
}

const MONTHS =
  /^(?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december)$/;
/** With a month these tell which part or day of it. */
const PART_OF_MONTH =
  /^(?:begin|eind|einde|medio|half|midden|dag|dagen|laatste|vroeg|laat|later|eerst|vorige|volgende|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|vroege|late|prille|\p{L}+(?:ste|de))$/u;
const SMALL_NUMBER = /^(?:twee|drie|vier|vijf|zes|zeven|acht|negen)$/;
const DAYS =
  /^(?:kerst|paas|pinkster|pasen|hemelvaart|konings|valentijn|nieuwjaar|oudjaar|oudejaar|sinterklaas|carnaval|week|weekend|\p{L}*dag)/u;
/** Common words that stand for one spot, a direction from it, or whose land it is in. */
const PLACE_WORD =
  /^(?:(?:wind|water)?molens?|(?:noord|oost|zuid|west)(?:e|er|en|elijke?|kant|zijde|rand|oost|west)\p{L}*|gister(?:en)?|(?:limburg|drent|brabant|zeeuw|fries|holland|vlaam|gelder|overijssel|utrecht|flevo|groning|texel|veluw|ardenn)\p{L}*s?e?)$/u;
/** Moons and the longest day are known to the day. */
const SKY_DAY =
  /(?:volle|nieuwe|halve) maan|maansverduistering|zonsverduistering|springtij|(?:langste|kortste) dag|(?:eerste|laatste) dag|oud en nieuw|sint/;

let common: ReadonlySet<string> | undefined;

/** Common words, and those that names of species are made of. */
function commonWords(): ReadonlySet<string> {
  if (common) return common;
  const text = readFileSync(new URL('common-words.txt', import.meta.url), 'utf8');
  const words = new Set(text.split('\n').map(foldForSearch));
  for (const [scientificName, { dutchName, englishName }] of listedSpecies())
    for (const word of `${scientificName} ${dutchName} ${englishName ?? ''}`.match(/\p{L}+/gu) ??
      [])
      words.add(foldForSearch(word));
  common = words;
  return words;
}

const ENDINGS = ['', 's', 'en', 'n', 'je', 'jes', 'tje', 'tjes', 'pje', 'pjes'];

/** What a plural in “en” may be of: “ruggen” of rug, “patrijzen” of patrijs, “raven” of raaf. */
function singularsOf(stem: string): string[] {
  const voiceless = stem.replace(/z$/, 's').replace(/v$/, 'f');
  const long = voiceless.replace(/([aeou])([bdfgklmnprst])$/, '$1$1$2');
  return [voiceless, long, ...(stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [])];
}

/** A word, or the singular of it. */
function isCommon(word: string): boolean {
  const known = commonWords();
  const lower = foldForSearch(word);
  if (MONTHS.test(lower)) return true;
  return ENDINGS.some((ending) => {
    if (!lower.endsWith(ending)) return false;
    const stem = ending ? lower.slice(0, -ending.length) : lower;
    if (known.has(stem)) return true;
    return ending === 'en' && singularsOf(stem).some((one) => known.has(one));
  });
}

/** All that sentences are made of; a digit, a symbol or a sign within a word is more. */
const SENTENCE = /^[\p{L}\p{M}\s.,;:!?'’"“”‘()…–—-]*$/u;
const YEAR = /(?<![\p{L}\d.,:/-])(?:19|20)\d\d(?![\p{L}\d.,:/-]*\d)/u;
const JOINED = /\p{L}[.:_]\p{L}|\p{L}\.\p{L}|-{2}/u;

/** Three words that no grammar holds together may be the name of a square of three metres. */
function isSquareName(words: readonly string[]): boolean {
  const [first, second, third] = words.map(foldForSearch);
  if (words.length !== 3 || !first || !second || !third) return false;
  const isSpecies = (word: string) =>
    [word, word.replace(/(?:s|en)$/, '')].some((one) => speciesNames().has(one));
  return ![first, second, third].some((word) => GRAMMAR.test(word) || isSpecies(word));
}
const GRAMMAR =
  /^(?:de|het|een|in|op|met|van|voor|bij|aan|onder|over|door|tussen|na|uit|naar|tegen|langs|en|of|te|is|zijn|mijn|haar|hun|geen|niet|nog|zo|als|dit|dat|deze|the|a|of|on|at|and|with|\p{L}+(?:end|ende|ig|ige|e))$/u;

const dutchNames = () => [...listedSpecies().values()].map(({ dutchName }) => dutchName);
let names: ReadonlySet<string> | undefined;
let parts: ReadonlySet<string> | undefined;

/** Whole Dutch names, and their last words: "specht". */
function speciesNames(): ReadonlySet<string> {
  names ??= new Set(
    dutchNames().flatMap((name) => [
      foldForSearch(name),
      foldForSearch(name.split(' ').at(-1) ?? ''),
    ]),
  );
  return names;
}

/** Every word in them. */
function speciesWords(): ReadonlySet<string> {
  parts ??= new Set(dutchNames().flatMap((name) => foldForSearch(name).match(/\p{L}+/gu) ?? []));
  return parts;
}

const looked = new Map<string, readonly Mark[]>();

/** The words of a text that may lead to a place or a day; none when it is safe. */
export function marksIn(text: string): readonly Mark[] {
  const known = looked.get(text);
  if (known) return known;
  if (looked.size >= 5000) looked.clear();
  const marks = findMarks(text);
  looked.set(text, marks);
  return marks;
}

function findMarks(text: string): Mark[] {
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const day = dayIn(plain)?.trim();
  const [area, sky] = [protectedAreaIn(plain), SKY_DAY.exec(foldForSearch(plain))?.[0]];
  let rest = plain.replace(YEAR, '');
  const found: Mark[] = [];
  const mark = (word: string | null | undefined, tells: Mark['tells']) => {
    if (!word) return;
    const from = rest.toLowerCase().indexOf(word.toLowerCase());
    const written = from < 0 ? word : rest.slice(from, from + word.length);
    found.push({ word: written, tells });
    // What is marked as a whole is not marked by its words.
    rest = rest.replace(written, ' ');
  };
  mark(day, 'day');
  mark(area, 'place');
  mark(sky, 'day');
  for (const word of rest.split(/\s+/))
    if (!SENTENCE.test(word) || JOINED.test(word)) mark(word, 'place');
  const lower = plain.toLowerCase();
  const at = ({ word }: Mark) => lower.indexOf(word.toLowerCase());
  return [...found, ...findInWords(rest)].sort((a, b) => at(a) - at(b));
}

function findInWords(plain: string): Mark[] {
  const words = plain.match(/\p{L}[\p{L}\p{M}]*(?:['’-]+\p{L}[\p{L}\p{M}]*)*/gu) ?? [];
  const marks: Mark[] = [];
  let end = 0;
  const lower = words.map(foldForSearch);
  const hasMonth = lower.some((word) => MONTHS.test(word));
  const long = words.filter(({ length }) => length > 3);
  const isTitleCase = long.length > 2 && long.every((word) => /^\p{Lu}/u.test(word));
  const numbers = lower.filter((word) => SMALL_NUMBER.test(word));
  for (const [i, word] of words.entries()) {
    const at = plain.indexOf(word, end);
    const isStart = at === 0 || /[.!?…:“"]\s*$/.test(plain.slice(0, at)) || end === 0;
    end = at + word.length;
    const here = lower[i] ?? '';
    const parts = here.split(/[-'’]/).filter(Boolean);
    if (DAYS.test(here)) marks.push({ word, tells: 'day' });
    else if (hasMonth && !MONTHS.test(here) && PART_OF_MONTH.test(here))
      marks.push({ word, tells: 'day' });
    else if (numbers.length > 1 && SMALL_NUMBER.test(here)) marks.push({ word, tells: 'place' });
    else if (PLACE_WORD.test(here) || !parts.every(isCommon)) marks.push({ word, tells: 'place' });
    else if (
      isPlaceName(word, { isStart, isAlone: words.length === 1, isTitleCase }, plain.slice(end))
    )
      marks.push({ word, tells: 'place' });
  }
  if (marks.length === 0 && isSquareName(words)) marks.push({ word: plain, tells: 'place' });
  return marks;
}

/** Villages that the list of settlements lacks or has in other words. */
const VILLAGES = new Set(
  'beek berg best born dam dijk dorp duin echt eind haar heide hoek hof hout kerk laag land leende leuth meer mill wijk zand zee'.split(
    ' ',
  ),
);

/** Of them and of others, words that few sentences about nature do without. */
const LANDSCAPE = new Set(
  'alle beek berg best boom bos burcht dal dam dijk duin een eind geel haar heide hoek hof hout laag land meer mill naast open paal recht water wijk zand zee'.split(
    ' ',
  ),
);

interface Stand {
  isStart: boolean;
  isAlone: boolean;
  /** Every word of the text has a capital. */
  isTitleCase: boolean;
}

/** A common word that is a name too: meant as one by its capital, or by what comes behind it. */
function isPlaceName(word: string, { isStart, isAlone, isTitleCase }: Stand, behind: string) {
  const lower = foldForSearch(word);
  const isVillage = VILLAGES.has(lower) || isLowCountriesSettlement(word);
  // As tags are written: "wijngaarden" is a village too.
  if (isVillage && !speciesNames().has(lower) && (isAlone || !LANDSCAPE.has(lower))) return true;
  if (!/^\p{Lu}/u.test(word)) return false;
  if (isStart) {
    const isNamed = isAlone || /^\s*[,(]/.test(behind);
    return (
      isNamed &&
      (VILLAGES.has(lower) || isLowCountriesSettlement(word)) &&
      !speciesNames().has(lower)
    );
  }
  if (MONTHS.test(lower) || speciesWords().has(lower)) return false;
  return !isTitleCase || isLowCountriesSettlement(word);
}

export const isSafe = (text: string) => marksIn(text).length === 0;
