/** Where a text tells a position: the panel warns by it, and the server holds back by it. */
import type { LocationPrivacy } from './location.ts';
import { finders, plainText, type Shape } from './position-grammar.ts';

/** Sentences without a digit, a sign or a link in them; most texts are, and a closer look takes a hundred times as long. */
const SENTENCES = /^(?:[A-Za-zÀ-ÖØ-öø-ÿ\s,;!?()'"-]|[.:](?=\s|$))*$/;
const isPlain = (text: string) => SENTENCES.test(text) && !/geohash/i.test(text);

/** Every place in a text where a position is told, in order, none within another. */
export function findShapes(text: string): Shape[] {
  if (isPlain(text)) return [];
  const { plain, at } = plainText(text);
  const taken = new Uint8Array(plain.length);
  const shapes: Shape[] = [];
  for (const find of finders)
    for (const { start, end, reading } of find(plain)) {
      if (taken.subarray(start, end).some((one) => one === 1)) continue;
      taken.fill(1, start, end);
      shapes.push({ start: at[start] ?? 0, end: at[end] ?? text.length, reading });
    }
  return shapes.sort((a, b) => a.start - b.start);
}

/** The same as they are written. */
export function positionsIn(text: string): string[] {
  return findShapes(text).map(({ start, end }) => text.slice(start, end));
}

/** Whether a text (a title, a description) tells a position. Years, dates, exposures do not count. */
export function holdsPosition(text: string): boolean {
  return findShapes(text).length > 0;
}

/** Number words of Dutch, German, French and English, however they are put together, and Roman numerals. */
const UNIT =
  'nul|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|dertien|veertien|twintig|dertig|veertig|tachtig|honderd|duizend|' +
  'null|eins?|zwei|drei|fünf|sechs|sieben|neun|zehn|zwölf|dreißig|hundert|tausend|' +
  'zéro|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|septante|nonante|cents?|mille|' +
  'zero|oh|one|two|three|four|five|seven|eight|nine|ten|eleven|twelve|hundred|thousand|twenty|thirty|forty|fifty|eighty|(?:thir|four|fif|six|seven|eigh|nine)t(?:een|y)|' +
  '(?:vijf|zes|zeven|acht|negen)ti(?:en|g)|(?:vier|fünf|sech|sieb|acht|neun)zi?g|zwanzig';
const NUMBER_WORD = new RegExp(
  `(?<!\\p{L})(?:(?:${UNIT})(?:e[në]n?|ën|und|[ -]et[ -]|-)?){1,8}(?!\\p{L})`,
  'giu',
);
const ROMAN = /(?<!\p{L})[IVXLC]{1,8}(?!\p{L})/gu;
const DEGREE_WORD =
  /°|(?<!\p{L})(?:graden|graad|grad|degrés?|breedtegraad|lengtegraad|degrees?|latitude|longitude|(?:noorder|zuider)breedte|(?:ooster|wester)lengte)(?!\p{L})|\p{L}(?:duizend|tausend)(?!\p{L})/iu;
const NORTH_OR_SOUTH = /(?<![\p{L}-])(?:n|z|s|noord|zuid|north|south|nord|süd|sud)(?![\p{L}-])/iu;
const EAST_OR_WEST = /(?<![\p{L}-])(?:e|o|w|oost|west|east|ost|est|ouest)(?![\p{L}-])/iu;

/** Numbers in words that may be degrees: "tweeënvijftig graden noord, vijf graden oost". */
function spellsOut(plain: string): boolean {
  const count = [NUMBER_WORD, ROMAN].flatMap((pattern) => plain.match(pattern) ?? []).length;
  const isCompass = NORTH_OR_SOUTH.test(plain) && EAST_OR_WEST.test(plain);
  return DEGREE_WORD.test(plain) || count >= 3 || (count > 0 && isCompass);
}

/** Letters of any script, and the marks that words have: no digit of any kind, symbol or link. */
const WORDS = /^[\p{L}\p{M}\s.,;:'"()[\]/&!?|>•–-]*$/u;
/** Characters that nobody sees but that tell ("tags", variation selectors, private ones), and number words of East Asia. */
const TELLTALE = /[\p{Co}\u{E0000}-\u{E0FFF}〇零一二三四五六七八九十百]/u;

/**
 * Whether a location is words and nothing else, so that it may be published as it stands. Anything
 * that might be a position in a notation nobody thought of has a digit or a symbol, or is a link.
 */
export function isWordsOnly(text: string): boolean {
  const { plain } = plainText(text);
  if (/\p{N}/u.test(text) || /^\P{L}+$/u.test(plain) || !WORDS.test(plain) || TELLTALE.test(text))
    return false;
  if (/\/\/|\p{L}\/\p{L}{0,40}\.|\p{L}{2}\.\p{L}|\p{L}\.\p{L}{2}/u.test(plain)) return false;
  return !holdsPosition(text) && !spellsOut(plain);
}

/** Words may be published as they stand; all else in part, or not at all (decision 039). */
export function defaultLocationPrivacy(location: string | null): LocationPrivacy {
  if (location === null || isWordsOnly(location)) return 'exact';
  const [shape, ...others] = findShapes(location);
  return shape?.reading && others.length === 0 ? 'approximate' : 'hidden';
}

/** Punctuation that only tied a cut piece to its neighbours. */
const TIES = ' \t,;:@|-';

/** The text around a cut, as two pieces that read on without it. */
function untie(left: string, right: string): [string, string] {
  let [end, start] = [left.length, 0];
  const shrink = () => {
    while (end > 0 && TIES.includes(left.charAt(end - 1))) end--;
    while (start < right.length && TIES.includes(right.charAt(start))) start++;
  };
  shrink();
  if (/[([{]/.test(left.charAt(end - 1)) && /[)\]}]/.test(right.charAt(start))) {
    end--;
    start++;
    shrink();
  }
  const [before, after] = [left.slice(0, end), right.slice(start)];
  const isApart =
    before && after && !/[\n(]/.test(before.at(-1) ?? '') && !/^[\n.,!?)]/.test(after);
  return [before, isApart ? ` ${after}` : after];
}

/** The text with every position cut out, and what tied it to its neighbours. */
export function withoutPositions(text: string): string {
  let rest = text;
  // Cutting may bring two halves together: look again, but not for ever.
  for (let round = 0; round < 5; round++) {
    const shapes = findShapes(rest);
    if (shapes.length === 0) break;
    const pieces: string[] = [];
    let last = rest.slice(0, shapes[0]?.start);
    for (const [index, { end }] of shapes.entries()) {
      const [before, after] = untie(last, rest.slice(end, shapes[index + 1]?.start));
      pieces.push(before);
      last = after;
    }
    rest = [...pieces, last].join('');
  }
  return rest;
}
