/**
 * Where a text tells a position, in whatever notation: degrees, grids, codes, map links. Light
 * enough for the first bytes of the panel; `position.ts` computes where on Earth it is.
 */
import type { Coordinates, LocationPrivacy } from './location.ts';
import { findDegrees } from './position-angles.ts';
import { plainText } from './position-text.ts';

/** What is written, before anything is computed. */
export type Reading =
  | ({ kind: 'degrees' } & Coordinates)
  /** Metres of the Dutch grid, the Belgian Lambert 72 grid, or a UTM zone (southern ones negative). */
  | { kind: 'rd'; x: number; y: number }
  | { kind: 'lambert'; x: number; y: number }
  | { kind: 'utm'; zone: number; x: number; y: number }
  | { kind: 'mgrs'; code: string }
  | { kind: 'plus-code'; code: string };

export interface Shape {
  /** Of the text as it was given. */
  start: number;
  end: number;
  /** Null: it tells a place that can't be computed here, such as a short plus code. */
  reading: Reading | null;
}

const SEP = ' ?(?:[,;/|&-] ?)?(?:(?:y|n|noord|northing)(?:-as)?[:= ]{0,2})?';
const METRES = '(\\d{2,3}[ .]?\\d{3})(?:[.,]\\d{1,3})?(?: ?m)?';
const SIX = '(\\d{3}[ .]?\\d{3})(?:[.,]\\d{1,3})?(?: ?m)?';
const OLC = '[2-9cfghjmpqrvwx]';
const WORD = '\\p{L}{1,40}';
const LONG_WORD = '\\p{L}{3,40}';

const RD_LABEL =
  '(?:rd|rijksdriehoek|amersfoort|epsg ?:? ?28992|(?:km-?|kilometer)?hok|ac|x ?[:=]|x ?[,/-]? ?y)';
const NUM = '(\\d{2,3}[ .]?\\d{3}(?:[.,]\\d{1,3})?|\\d{2,3}(?:[.,]\\d{1,3})?)(?: ?m)?';

const patterns: [RegExp, (match: RegExpExecArray) => Reading | null | undefined][] = [
  [
    new RegExp(
      `(?<![\\p{L}\\d+])((?:${OLC}{8}|${OLC}{2,6}0{2,6})\\+(?:${OLC}{2,7})?|${OLC}{4}(?:${OLC}{2})?\\+${OLC}{2,7})(?![\\p{L}\\d+])`,
      'giu',
    ),
    ([code = '']) => {
      if (!/[a-z]/i.test(code)) return undefined;
      return code.indexOf('+') === 8 && !code.includes('0') ? { kind: 'plus-code', code } : null;
    },
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\d+])${OLC}{4} ?${OLC}{4} ?(?:\\+|%2b) ?${OLC}{2,3}(?![\\p{L}\\d+])`,
      'giu',
    ),
    ([code]) => {
      const whole = code.replace(/ |%2b/gi, (part) => (part === ' ' ? '' : '+'));
      return /[a-z]/i.test(whole) && /\d/.test(whole)
        ? { kind: 'plus-code', code: whole }
        : undefined;
    },
  ],
  [
    new RegExp(
      `///? ?${WORD} ?\\. ?${WORD} ?\\. ?${WORD}(?!\\p{L})|(?:what3words|w3w)[^\\p{L}]{1,5}${WORD}\\.${WORD}\\.${WORD}|(?<![\\p{L}\\d.@/_-])(?!www\\.)${LONG_WORD}\\.${LONG_WORD}\\.(?!(?:com|org|net)(?!\\p{L}))${LONG_WORD}(?![\\p{L}\\d@/_-]|\\.\\p{L})`,
      'giu',
    ),
    () => null,
  ],
  [
    /(?<![\p{L}\d])(\d{1,2})([c-hj-np-x]) ?([a-hj-np-z][a-hj-np-v]) ?(\d{2} \d{2}|\d{3} \d{3}|\d{4} \d{4}|\d{5} \d{5}|\d{10}|\d{8}|\d{6}|\d{4})(?![\p{L}\d])/giu,
    ([, zone, band, square, digits]) => {
      const columns = ['stuvwxyz', 'abcdefgh', 'jklmnpqr'][Number(zone) % 3] ?? '';
      const isSquare = columns.includes((square ?? '').charAt(0).toLowerCase());
      if (Number(zone) < 1 || Number(zone) > 60 || !isSquare) return undefined;
      const code = `${zone}${band}${square}${digits?.replace(' ', '')}`.toUpperCase();
      return { kind: 'mgrs', code };
    },
  ],
  [
    /(?<![\p{L}\d])(?:(utm)[ :,]{0,2})?(?:(?:zone ?)?(\d{1,2}) ?([c-hj-np-x])[ ,;:]{0,2})?(?:(?:e|x|easting|oost)[:= ]{0,2})?(0?\d{6}|\d{3}[ .]\d{3})(?:[.,]\d{1,3})?(?: ?m)?(?: ?e)?[ ,;/]{0,2}(?:(?:n|y|northing|noord)[:= ]{0,2})?(\d{7}|\d[ .]\d{3}[ .]\d{3})(?: ?mn?)?(?!\d)/giu,
    ([, label, zone, band = '', x, y]) => {
      if (!zone || /s/i.test(band)) return label || zone ? null : undefined;
      if (Number(zone) < 1 || Number(zone) > 60) return undefined;
      const side = /[n-x]/i.test(band) ? 1 : -1;
      return { kind: 'utm', zone: side * Number(zone), x: metres(x), y: metres(y) };
    },
  ],
  [
    new RegExp(`lambert ?-?(?:19)?(72|2008)?[^\\d\\n]{0,20}${METRES}${SEP}${METRES}(?!\\d)`, 'giu'),
    ([, system, x, y]) =>
      system === '2008' ? null : { kind: 'lambert', x: metres(x), y: metres(y) },
  ],
  [
    new RegExp(
      `(?<![\\p{L}])${RD_LABEL}[^\\d\\n]{0,24}(?<![\\d.,])${NUM}${SEP}${NUM}(?!\\d)`,
      'giu',
    ),
    ([, a, b]) => rd(a, b),
  ],
  [
    new RegExp(`(?<![\\d.,-])${SIX}${SEP}${SIX}(?!\\d)`, 'giu'),
    ([, a, b]) => (metres(a) >= 100_000 ? rd(a, b) : undefined),
  ],
  // Metres that nobody rounded: no prices, no numbers of birds.
  [
    /(?<![\p{L}\d.,+-])(?:[xa]|rdx)?[:= ]{0,3}(\d{2,3}[ .']?\d{3})(?:[.,]\d{1,3})?(?!\d)[^\d\n]{1,24}(?<![\d.,+-])([3-6]\d{2}[ .']?\d{3})(?:[.,]\d{1,3})?(?![\d-])/giu,
    ([, a, b]) => (metres(a) % 100 || metres(b) % 100 ? rd(a, b) : undefined),
  ],
];

/** Where a text may tell a position, or half of one: nothing ordinary looks like these. */
const doubts = [
  // Degrees finer than 15 metres, whatever stands between; the other half may be in another text. No months.
  /(?<![\d.,])(?!\d{1,2}\.(?:19|20)\d\d(?!\d))(?:[1-9]\d?|1[0-7]\d)(?:[.,]| [.,] | ?(?:komma|punt|point|dot) ?)\d{4,9}(?!\d)/giu,
  /(?<![\d.,])(?:\d{1,2}|1[0-7]\d) ?° ?\d{1,2}(?:[.,]\d{1,4})? ?'/gu,
  // One half by its name.
  /(?<![\p{L}\d])(?:rd-?)?[xy](?:-co[oö]rdinaat)? ?[:=] ?\d{5,6}(?!\d)/giu,
  /(?<!\p{L})(?:lat(?:itude)?|lon(?:gitude)?|lng|breedtegraad|lengtegraad)[^\p{L}\d]{1,3}(?:is |van )?-?\d{1,3}[.,]\d{2}/giu,
  // Degrees, minutes and seconds as one number, or with other marks between.
  /(?<![\p{L}\d.])\d{4,8}(?:[.,]\d{1,6})?[ ,]{0,2}[nsz][ ,;/]{0,3}\d{4,9}(?:[.,]\d{1,6})?[ ,]{0,2}[eow](?!\p{L})/giu,
  /(?<!\p{L})[nsz] ?\d{4,8}[ ,;/]{0,3}[eow] ?\d{4,9}(?!\d)/giu,
  /(?<![\d.,])\d{1,2} ?([./;~*do]|gr\.?|degr?\.?|graden en) ?\d{1,2}(?:[.,]\d{1,3})?[^\d\n]{1,12}(?:\d{1,2}(?:[.,]\d{1,3})?[^\d\n]{1,12})?\d{1,3} ?\1 ?\d{1,2}(?:[.,]\d{1,3})?(?:[^\d\n]{1,12}\d{1,2}(?:[.,]\d{1,3})?)?[^\d\n]{0,8}(?<!\p{L})(?:[eow]|o\.?l|w\.?l|oost|west|east)(?!\p{L})/giu,
  // A UTM position of our parts without its zone.
  /(?<![\p{L}\d.,+-])\d{6}(?: ?m?e)?[ ,;/]{1,3}(?:n ?)?(?:5[5-9]|60)\d{5}(?!\d)/giu,
  /(?<!\p{L})geohash[^\p{L}\d]{0,3}[\db-hjkmnp-z]{5,12}/giu,
  /(?<!\p{L})(?:qth|locator|maidenhead)[^\p{L}\d]{0,3}[a-r]{2}\d{2}[a-x]{2}/giu,
];

/** "193 245", "193.245", "193245.5" → metres. */
function metres(text = ''): number {
  return Number(
    text.replace(/^(\d{1,3})[ .'](\d{3})(?:[ .'](\d{3}))?/, '$1$2$3').replace(',', '.'),
  );
}

/** Metres, or kilometres as atlases give them; the smaller number is the one to the east. */
function rd(a = '', b = ''): Reading | undefined {
  const isKm = [a, b].every((text) => Number(text.replace(',', '.')) < 1000);
  const isSquare = isKm && /^\d+$/.test(a) && /^\d+$/.test(b);
  const size = (text: string) =>
    isKm ? Number(text.replace(',', '.')) * 1000 + (isSquare ? 500 : 0) : metres(text);
  const [x, y] = [Math.min(size(a), size(b)), Math.max(size(a), size(b))];
  return x < 300_000 && y >= 300_000 && y < 650_000 ? { kind: 'rd', x, y } : undefined;
}

const LINK =
  /(?:geo:|[a-z][a-z+.-]{1,20}:\/\/|www\.|(?<![\p{L}\d.-])(?:[a-z\d-]{1,63}\.){1,4}[a-z]{2,10}\/)\S{1,4000}/giu;
const MAP =
  /^geo:|(?:^|[/.])(?:maps?|kaart(?:en)?|osm|openstreetmap|waze|what3words|w3w|plus\.codes|geohack|komoot|mapy|topotijdreis|comgooglemaps|here|caltopo|geocaching|geohash|streetmap|wikiloc|strava|bit\.ly|tinyurl|is\.gd|g\.page|share\.google)(?![\p{L}\d])|goo\.gl\//iu;

/** What a link to a map points at, or undefined when it is no such link. */
function readLink(link: string): Reading | null | undefined {
  const plain = link
    .replace(/%([0-7][\da-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/%c2%b0/gi, '°')
    // How far the map is zoomed in stands before the position.
    .replace(/#(?:map=)?\d{1,2}(?:\.\d+)?\//, '#')
    // A comma parts the numbers of a link; it never starts a fraction.
    .replace(/(?<=\d),(?=[\d+-])/g, ';');
  const pin = /!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/.exec(plain);
  if (pin) return { kind: 'degrees', lat: Number(pin[1]), lon: Number(pin[2]) };
  const isMap = MAP.test(link);
  const found = findDegrees(plain, isMap).find(({ lat, lon }) => lat !== 0 || lon !== 0);
  if (found) return { kind: 'degrees', lat: found.lat, lon: found.lon };
  return isMap ? null : undefined;
}

function* linksIn(plain: string): Generator<Shape> {
  for (const { 0: link, index } of plain.matchAll(LINK)) {
    const reading = readLink(link);
    if (reading !== undefined) yield { start: index, end: index + link.length, reading };
  }
}

function* gridsIn(plain: string): Generator<Shape> {
  for (const [pattern, read] of patterns)
    for (const match of plain.matchAll(pattern)) {
      const reading = read(match);
      if (reading === undefined) continue;
      yield { start: match.index, end: match.index + match[0].length, reading };
    }
}

function* degreesIn(plain: string): Generator<Shape> {
  for (const { start, end, lat, lon } of findDegrees(plain))
    yield { start, end, reading: { kind: 'degrees', lat, lon } };
}

function* doubtsIn(plain: string): Generator<Shape> {
  for (const pattern of doubts)
    for (const { 0: match, index } of plain.matchAll(pattern))
      yield { start: index, end: index + match.length, reading: null };
}

/** Every place in a text where a position is told, in order, none within another. */
export function findShapes(text: string): Shape[] {
  const { plain, at } = plainText(text);
  const taken = new Uint8Array(plain.length);
  const shapes: Shape[] = [];
  for (const find of [linksIn, gridsIn, degreesIn, doubtsIn])
    for (const { start, end, reading } of find(plain)) {
      if (taken.subarray(start, end).some((one) => one === 1)) continue;
      taken.fill(1, start, end);
      shapes.push({ start: at[start] ?? 0, end: at[end] ?? text.length, reading });
    }
  return shapes.sort((a, b) => a.start - b.start);
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
