/**
 * Decides whether a text of a guarded item is safe without confirmation: all words are common, or name a species or a
 * month, and none marks a place or a day. Unknown words are marked (decision 021). Pure.
 */
import { cacheOf } from '@veldlicht/contract/cache';
import { dayIn } from '@veldlicht/contract/day-shapes';
import { areaName, type GridArea } from '@veldlicht/contract/grid-area';
import { foldForSearch } from '@veldlicht/contract/name';
import { isLowCountriesSettlement } from '../settlement.ts';
import {
  DAY_PHRASE,
  isDayNumber,
  isDayWord,
  isLargeNumber,
  isPlaceWord,
  isSmallNumber,
  MONTHS,
  PART_OF_MONTH,
  WAY_PHRASE,
} from './markers.ts';
import { isWithin, namedAreasIn } from './protected-areas.ts';
import { isOfSpecies, isSpeciesNoun, namedSpecies } from './species-words.ts';
import { isIn, isWord } from './word-list.ts';

export interface Mark {
  word: string;
  tells: 'place' | 'day';
}

/** Letters and punctuation of sentences, without digits and symbols. */
const SENTENCE = /^[\p{L}\p{M}\s.,;:!?'’"“”‘()…–—-]*$/u;
const YEAR = /(?<![\p{L}\d.,:/-])(?:19|20)\d\d(?![\p{L}\d.,:/-]*\d)/u;
const JOINED = /\p{L}[.:_]\p{L}|\p{L}\.\p{L}|-{2}/u;
/** Camera settings. */
const CAMERA =
  /(?<![\p{L}\d.,/])(?:iso ?\d{3,5}|f\/\d{1,2}(?:[.,]\d)?|\d{2,3} ?mm)(?![\p{L}\d])/giu;
/** Names of people, such as owners of land. */
const WHOSE =
  /(?<!\p{L})(?:tante|oom|boer|boerin|familie|opa|oma|buurman|buurvrouw|meneer|mevrouw|pastoor|farmer)\s+(\p{Lu}\p{L}+)/u;

/** Three unrelated words may be a what3words address. */
function isSquareName(words: readonly string[]): boolean {
  if (words.length !== 3) return false;
  const isWritten = words.some((word) => /^\p{Lu}/u.test(word));
  return !words
    .map(foldForSearch)
    .some((word) => GRAMMAR.test(word) || (isWritten && isSpeciesNoun(word)));
}
/** Words that occur in no such address. */
const GRAMMAR =
  /^(?:\p{L}{1,3}|voor|onder|over|door|tussen|naar|tegen|langs|zijn|mijn|haar|geen|niet|deze|even|heel|weer|altijd|bijna|eindelijk|samen|zonder|boven|achter|naast|binnen|buiten|with|into|from|your|this|that|through|zich|elkaar|eraan|erbij|erop|komt|gaat|kijkt|staat|ligt|loopt|vliegt|zingt|rust|wacht|slaapt|springt|zoekt|vindt|houdt|blijft|wordt|heeft|\p{L}+(?:end|ende|ig|ige|e))$/u;

const checked = cacheOf<string, readonly Mark[]>(5000);

/**
 * Words of a text that may reveal a place or a day; none when it is safe. `shownArea` is the public area: names of wider
 * areas are safe.
 */
export function marksIn(text: string, shownArea: GridArea | null = null): readonly Mark[] {
  return checked(`${shownArea ? areaName(shownArea) : ''} ${text}`, () =>
    findMarks(text, shownArea),
  );
}

/** Words that narrow down a wide area: “the edge of”. */
const PART_OF_AREA =
  /(?<!\p{L})(?:rand|randen|grens|midden|middenin|hart|centrum|zoom|kant|zijde|oevers?|kust|top|punt|hoek|kop|begin|einde?|buiten|bij|langs|nabij|vlakbij|naast|edge|near|heart|coast|shore)(?!\p{L})/iu;

/** A word without the punctuation around it. */
const CORE = /[^.,;:!?…'"“”‘’()](?:.*[^.,;:!?…'"“”‘’()])?/su;

function findMarks(text: string, shownArea: GridArea | null): Mark[] {
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const day = dayIn(plain)?.trim();
  const phrase = DAY_PHRASE.exec(foldForSearch(plain))?.[0];
  const isWide = shownArea !== null && !PART_OF_AREA.test(plain);
  let rest = plain.replace(YEAR, '').replace(CAMERA, '');
  const found: Mark[] = [];
  const mark = (word: string | null | undefined, tells: Mark['tells']) => {
    if (!word) return;
    const from = rest.toLowerCase().indexOf(word.toLowerCase());
    const written = from < 0 ? word : rest.slice(from, from + word.length);
    found.push({ word: written, tells });
    // The words of a marked phrase are not marked again.
    rest = rest.replace(written, ' ');
  };
  mark(day, 'day');
  for (const area of namedAreasIn(plain))
    if (isWide && isWithin(shownArea, area)) rest = without(rest, area.name);
    else mark(area.name, 'place');
  mark(phrase, 'day');
  mark(WAY_PHRASE.exec(foldForSearch(plain))?.[0], 'place');
  mark(WHOSE.exec(rest)?.[1], 'place');
  for (const word of rest.split(/\s+/))
    if (!SENTENCE.test(word) || JOINED.test(word)) mark(CORE.exec(word)?.[0] ?? word, 'place');
  const lower = plain.toLowerCase();
  const at = ({ word }: Mark) => lower.indexOf(word.toLowerCase());
  return [...found, ...findInWords(rest)].sort((a, b) => at(a) - at(b));
}

/** Removes a name, in any case and with any separators. */
const without = (text: string, name: string) =>
  text.replace(
    new RegExp(
      `(?<!\\p{L})${name.split(/[^\p{L}\p{N}]+/u).join('[^\\p{L}\\p{N}]+')}(?!\\p{L})`,
      'iu',
    ),
    ' ',
  );

function findInWords(plain: string): Mark[] {
  const matches = [...plain.matchAll(/\p{L}[\p{L}\p{M}]*(?:['’-]+\p{L}[\p{L}\p{M}]*)*/gu)];
  const words = matches.map(([word]) => word);
  const lower = words.map(foldForSearch);
  const species = namedSpecies(lower);
  const hasMonth = lower.some((word) => MONTHS.test(word));
  const text: Text = { words, lower, ...styleOf(words, lower) };
  const hasNumbers = lower.filter(isSmallNumber).length > 1;
  const marks = matches.flatMap(({ 0: word, index }, i): Mark[] => {
    const here = lower[i] ?? '';
    const parts = here.split(/[-'’]/).filter(Boolean);
    if ([here, ...parts].some((one) => isDayWord(one) || isDayNumber(one)))
      return [{ word, tells: 'day' }];
    if (hasMonth && !MONTHS.test(here) && PART_OF_MONTH.test(here)) return [{ word, tells: 'day' }];
    if (species.has(i)) return [];
    const isCount = isLargeNumber(here) || (hasNumbers && isSmallNumber(here));
    const isMarked =
      isCount || parts.some((part) => isPlaceWord(part) || !isCommon(part)) || isName();
    return isMarked ? [{ word, tells: 'place' }] : [];

    function isName(): boolean {
      const before = plain.slice(0, index);
      const isStart = i === 0 || /[.!?…:“"]\s*$/.test(before);
      const isNamed = /^\s*[,(]/.test(plain.slice(index + word.length));
      return isPlaceName(text, i, { isStart, isNamed });
    }
  });
  if (marks.length === 0 && species.size === 0 && isSquareName(words))
    return [{ word: plain, tells: 'place' }];
  return marks;
}

/** Whether a folded word is known, or part of a species name. */
const isCommon = (word: string): boolean => MONTHS.test(word) || isWord(word) || isOfSpecies(word);

interface Text {
  words: readonly string[];
  /** Folded. */
  lower: readonly string[];
  /** Every longer word has a capital. */
  isTitleCase: boolean;
  /** Every word is English, and none is part of place names. */
  isEnglish: boolean;
}

const ENGLISH_PLACE =
  /^(?:bay|beach|common|creek|downs?|dunes|fields?|fen|forest|gate|green|hall|head|heath|hills?|isle|lakes?|land|lane|marsh(?:es)?|meadows?|moors?|mountains?|point|pond|reserve|rivers?|road|valley|waters?|woods?|woodlands?)$/;

function styleOf(words: readonly string[], lower: readonly string[]) {
  const long = words.filter(({ length }) => length > 3);
  return {
    isTitleCase: long.length > 1 && long.every((word) => /^\p{Lu}/u.test(word)),
    isEnglish: lower.every((word) => isIn('english-words', word) && !ENGLISH_PLACE.test(word)),
  };
}

/** Villages that the list of settlements lacks. */
const VILLAGES = new Set(
  'beek berg best born dam dijk dorp duin echt eind haar heide hoek hof hout kerk laag land leende leuth meer mill veere wijk zand zee'.split(
    ' ',
  ),
);
const isVillage = (folded: string) => VILLAGES.has(folded) || isLowCountriesSettlement(folded);

/** Names of villages that are common words in sentences about nature. */
const LANDSCAPE = new Set(
  'alle as beek berg best boom bos burcht dal dam dijk duin een eind geel haar heide hem hoek hof hout laag land meer mill naast on open paal recht water wijk zand zee'.split(
    ' ',
  ),
);

const WHERE =
  /^(?:in|bij|te|van|naar|uit|vanuit|vanaf|rond|nabij|om|onder|tussen|richting|langs|boven|achter|voor|buiten|at|near|from|by|around|outside)$/;
const BEHIND_VERB =
  /^(?:in|op|aan|uit|af|over|door|naar|langs|onder|boven|tegen|voor|de|het|een|hun|zich|elkaar|samen|weer|nog|niet|graag|rond)$/;

/** Whether a name is a verb here: "Eenden landen op het ijs". */
function isVerb({ words, lower }: Text, i: number): boolean {
  const isWritten = !/^\p{Lu}/u.test(words[i] ?? '') && lower[i]?.endsWith('en');
  return (
    Boolean(isWritten) &&
    i > 0 &&
    !WHERE.test(lower[i - 1] ?? '') &&
    BEHIND_VERB.test(lower[i + 1] ?? '')
  );
}

/** Whether a common word is used as a place name, by its capital or its context. */
function isPlaceName(
  text: Text,
  i: number,
  { isStart, isNamed }: { isStart: boolean; isNamed: boolean },
): boolean {
  const [word = '', here = ''] = [text.words[i], text.lower[i]];
  const isAlone = text.words.length === 1;
  const isWhere = WHERE.test(text.lower[i - 1] ?? '');
  const isCapital = /^\p{Lu}/u.test(word);
  const isTitle = text.isTitleCase && (text.words.length > 2 || text.isEnglish);
  if (isVillage(here) && !isSpeciesNoun(here)) {
    if (isAlone || (isNamed && isCapital)) return true;
    // "Golden Hour" names no village, "Owl in Lent" does.
    const isPlain = text.isEnglish && !isWhere && (isTitle || !isCapital);
    if (!LANDSCAPE.has(here) && !isPlain && !isVerb(text, i)) return true;
  }
  if (!isCapital || isStart || MONTHS.test(here) || isSpeciesNoun(here)) return false;
  const long = text.words.filter(({ length }) => length > 3);
  const mayBeTitle = text.isEnglish ? isTitle : text.isTitleCase && long.length > 2;
  return !mayBeTitle || (isVillage(here) && !text.isEnglish);
}

export const isSafe = (text: string, shownArea: GridArea | null = null) =>
  marksIn(text, shownArea).length === 0;
