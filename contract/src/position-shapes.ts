/** Finds positions in texts: the panel warns of them, and the server withholds them. */
import type { LocationPrivacy } from './location.ts';
import { finders, plainText, type Shape } from './position-grammar.ts';

/** Sentences without digits, symbols and links, as most texts are: the full search takes a hundred times as long. */
const SENTENCES = /^(?:[A-Za-zÀ-ÖØ-öø-ÿ\s,;!?()'"-]|[.:](?=\s|$))*$/;
const isPlain = (text: string) => SENTENCES.test(text) && !/geohash/i.test(text);

/** All positions in a text, in order, without overlaps. */
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

/** The same, as written. */
export function positionsIn(text: string): string[] {
  return findShapes(text).map(({ start, end }) => text.slice(start, end));
}

/** Whether a text holds a position. Years, dates and exposures are none. */
export function holdsPosition(text: string): boolean {
  return findShapes(text).length > 0;
}

/** Number words of Dutch, German, French and English, also compounds, and Roman numerals. */
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

/** Whether numbers in words may be degrees: "tweeënvijftig graden noord, vijf graden oost". */
function spellsOut(plain: string): boolean {
  const count = [NUMBER_WORD, ROMAN].flatMap((pattern) => plain.match(pattern) ?? []).length;
  const isCompass = NORTH_OR_SOUTH.test(plain) && EAST_OR_WEST.test(plain);
  return DEGREE_WORD.test(plain) || count >= 3 || (count > 0 && isCompass);
}

/** Letters of any script and punctuation: no digits, symbols or links. */
const WORDS = /^[\p{L}\p{M}\s.,;:'"()[\]/&!?|>•–-]*$/u;
/** Invisible characters that can encode text (tags, variation selectors, private use), and East Asian numerals. */
const TELLTALE = /[\p{Co}\u{E0000}-\u{E0FFF}〇零一二三四五六七八九十百]/u;

/**
 * Whether a location is words alone, so that it may be published as is. A position in an unknown notation has a digit
 * or a symbol, or is a link.
 */
export function isWordsOnly(text: string): boolean {
  const { plain } = plainText(text);
  if (/\p{N}/u.test(text) || /^\P{L}+$/u.test(plain) || !WORDS.test(plain) || TELLTALE.test(text))
    return false;
  if (/\/\/|\p{L}\/\p{L}{0,40}\.|\p{L}{2}\.\p{L}|\p{L}\.\p{L}{2}/u.test(plain)) return false;
  return !holdsPosition(text) && !spellsOut(plain);
}

/** Words are `exact`, one position is `approximate`, anything else `hidden` (decision 020). */
export function defaultLocationPrivacy(location: string | null): LocationPrivacy {
  if (location === null || isWordsOnly(location)) return 'exact';
  const [shape, ...others] = findShapes(location);
  return shape?.reading && others.length === 0 ? 'approximate' : 'hidden';
}

/** Punctuation to remove around a cut. */
const TIES = ' \t,;:@|-';

/** Joins the texts around a cut: trims `TIES` and an empty pair of brackets. */
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

/** Removes all positions and the punctuation around them. */
export function withoutPositions(text: string): string {
  let rest = text;
  // A cut may join two halves of another position: search again, a few times at most.
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
