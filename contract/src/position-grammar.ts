/**
 * Grammar of written positions: degrees, grids, codes and map links, in any script. `position-shapes.ts` finds them in
 * texts, `database/src/positions/position.ts` computes coordinates.
 */
import type { Coordinates } from './location.ts';

type Degrees = { kind: 'degrees' } & Coordinates;
/** A position as written. */
export type Reading =
  | Degrees
  /** Metres of the Dutch grid, the Belgian Lambert 72 grid, or a UTM zone (southern ones negative). */
  | { kind: 'rd'; x: number; y: number }
  | { kind: 'lambert'; x: number; y: number }
  | { kind: 'utm'; zone: number; x: number; y: number }
  | { kind: 'mgrs'; code: string }
  | { kind: 'plus-code'; code: string };

export interface Shape {
  start: number;
  end: number;
  /** Null: a place that can't be computed here, such as a short plus code. */
  reading: Reading | null;
}

/** Look-alikes that NFKC keeps, or maps to something else. */
const SAME = new Map(
  Object.entries({
    '°': 'º˚∘◦⁰ᵒ',
    "'": '’‘‛′ʹʼˈ´`ʻ＇‵',
    '"': '”“„‟″ʺ˝＂〃‶',
    '-': '−‐‑‒–—―⁻﹣－➖',
    '.': '٫·。｡．‧∙⋅・･།։።۔។။',
    ',': '،٬、､，﹐',
    '/': '／⁄∕',
  }).flatMap(([plain, others]) => [...others].map((char) => [char, plain] as const)),
);

/** Value of a digit of any script; each script has its ten digits in a row. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}

function plainChar(char: string): string {
  if (/[!-_a-z{-~]/.test(char)) return char;
  const same = SAME.get(char);
  if (same) return same;
  return char
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cf}\p{Cc}\p{M}\p{DI}]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => (digit < '\x80' ? digit : String(digitValue(digit))));
}

/**
 * Normalises a text for the patterns below: one form of every digit, sign and quote mark, no invisible characters, one
 * space for any run of white space. `at` maps every index of `plain`, and its end, to an index in the text.
 */
export function plainText(text: string): { plain: string; at: number[] } {
  let plain = '';
  const at: number[] = [];
  let index = 0;
  let last = ''; // reading the end of `plain` would copy it each time
  for (const char of text) {
    const found = plainChar(char);
    const isSpaceAgain = found === ' ' && last === ' ';
    if (!isSpaceAgain) {
      plain += found;
      last = found.at(-1) ?? last;
      for (let n = 0; n < found.length; n++) at.push(index);
    }
    index += char.length;
  }
  at.push(index);
  return { plain, at };
}

type Axis = 'lat' | 'lon';

interface Mark {
  axis: Axis;
  sign: 1 | -1;
  /** Names the axis only, as "lat" does, not the side of zero. */
  isLabel: boolean;
}

interface Angle {
  start: number;
  end: number;
  degrees: number;
  /** Digits behind the decimal mark. */
  decimals: number;
  hasSign: boolean;
  hasDegreeMark: boolean;
  /** Degrees with minutes. */
  hasMinutes: boolean;
  mark: Mark | null;
  /** "breedte" and "lengte", which are also words for sizes. */
  isWeak: boolean;
}

const LABEL =
  '(?:gps ?)?m?lat(?:itude)?|(?:gps ?)?m?lon(?:g(?:itude)?)?|m?lng|(?:breedte|lengte)(?:graad)?';
const COMPASS =
  'noorderbreedte|noord|north|nord|zuiderbreedte|zuid|south|sud|oosterlengte|oost|east|ost|est|' +
  'westerlengte|west|ouest|n\\.?b|z\\.?b|o\\.?l|w\\.?l|[nzseow]';
const DEGREE = '(?: ?(?:°|graden|graad|deg(?:rees?)?))';
const MINUTES = '\\d{1,2}(?:[.,]\\d+)?(?!\\d)';
const MINUTE = " ?(?:'(?!')|minuten|minutes?|min\\.?)";
const SECOND = " ?(?:\"|''|seconden|seconds?|sec\\.?)";
/** 52° 07' 52.3" */
const SEXAGESIMAL = `\\d{1,3}${DEGREE} ?${MINUTES}(?!${DEGREE})(?:${MINUTE}(?: ?${MINUTES}(?:${SECOND})?)?)?`;
/** 52.1312, 52,1312 or 52: not the start of a date, a version or "52 07.872". */
const DECIMAL = '\\d{1,3}(?:[.,]\\d+(?!\\d|\\.\\d)|(?![.,]?\\d| ?[:-] ?\\d| \\d))';
/** 52 07.872, 52:07:52, 52-07-52, and 52,7.874 as XMP writes it: only beside a letter. */
const SPACED = `\\d{1,3}(?: ?[:-] ?| |,)${MINUTES}(?:${MINUTE})?(?:(?: ?[:-] ?| )${MINUTES}(?:${SECOND})?)?`;

const ANGLE = new RegExp(
  `(?:(?<!\\p{L})(${LABEL})["']? ?[:=]? ?["']?)?` +
    `(?:(?<![\\p{L}'])(${COMPASS})\\.?[:=]? ?)?` +
    `(?:([+-]) ?|(?<!\\d|\\d\\.))(?:(${SEXAGESIMAL})|(${DECIMAL})|(${SPACED}))(${DEGREE})?` +
    `(?: ?(${COMPASS}|(?:${LABEL})(?! ?[:=]))\\.?(?!\\p{L}))?`,
  'giu',
);
const PARTS = /^(\d+)\D{1,12}(\d+(?:[.,]\d+)?)(?:\D{1,12}(\d+(?:[.,]\d+)?))?/;

function markOf(word: string | undefined): Mark | null {
  if (!word) return null;
  if (/^(?:gps ?)?m?lat|^breedte/i.test(word)) return { axis: 'lat', sign: 1, isLabel: true };
  if (/^(?:gps ?)?m?l/i.test(word)) return { axis: 'lon', sign: 1, isLabel: true };
  const axis = /^(?:nord|[nzs])/i.test(word) ? 'lat' : 'lon';
  return { axis, sign: /^(?:[zsw]|ou)/i.test(word) ? -1 : 1, isLabel: false };
}

function number(text: string | undefined): number {
  return Number((text ?? '0').replace(',', '.'));
}

function decimalsOf(text: string): number {
  return /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0;
}

/** Degrees, minutes and seconds as one number; null when a part runs past 59. */
function sexagesimal(body: string): number | null {
  const [, degrees, minutes, seconds] = PARTS.exec(body) ?? [];
  if (number(minutes) >= 60 || number(seconds) >= 60) return null;
  return number(degrees) + number(minutes) / 60 + number(seconds) / 3600;
}

function readAngle(match: RegExpExecArray): Angle | null {
  const [whole, label, before, sign, minuted, decimal, spaced, degreeMark, after] = match;
  const degrees = decimal ? number(decimal) : sexagesimal(minuted ?? spaced ?? '');
  if (degrees === null || degrees > 180) return null;
  let length = whole.length;
  const first = markOf(before) ?? markOf(label);
  let last = markOf(after);
  // "N 52.1312 E 5.8604", "lat 52.1312 lon 5.8604": the second word belongs to what follows.
  if (last && first && (before || last.isLabel)) {
    length = whole.lastIndexOf(after ?? '');
    last = null;
  }
  const mark = last && !last.isLabel ? last : (first ?? last);
  if (spaced && (!mark || (spaced.includes('-') && !/\d\D+\d+\D+\d/.test(spaced)))) return null;
  return {
    start: match.index,
    end: match.index + length,
    degrees: degrees * (sign === '-' ? -1 : 1) * (mark?.sign ?? 1),
    decimals: decimal ? decimalsOf(decimal) : 0,
    hasSign: sign !== undefined,
    hasDegreeMark: degreeMark !== undefined || minuted !== undefined,
    hasMinutes: !decimal,
    mark,
    isWeak: /^(?:breedte|lengte)$/i.test(label ?? '') && !before,
  };
}

function* anglesIn(plain: string): Generator<Angle> {
  const pattern = new RegExp(ANGLE);
  for (let match = pattern.exec(plain); match; match = pattern.exec(plain)) {
    const angle = readAngle(match);
    // A match that is no angle may hold the start of one: continue behind its first number.
    const skipped = /^\D*\d+/.exec(match[0])?.[0].length ?? 1;
    pattern.lastIndex = angle ? angle.end : match.index + skipped;
    if (angle) yield angle;
  }
}

/** Whether it is finer than a number beside a letter by chance ("N70, E17"). */
function isPrecise(angle: Angle): boolean {
  if (angle.hasDegreeMark || angle.hasMinutes) return true;
  return angle.decimals >= (angle.isWeak ? 3 : 2);
}

const nearHome = (lat: number, lon: number) => lat > 49 && lat < 54 && lon > 2 && lon < 8;
const SEPARATOR = /^ ?(?:[,;/|~&_]|en|and)? ?$/i;

/** Whether two numbers without a letter are degrees, not prices, times or sizes. */
function areDegrees(a: Angle, b: Angle, gap: string): boolean {
  if (!SEPARATOR.test(gap) || (gap === '' && !b.hasSign)) return false;
  if (a.hasMinutes && b.hasMinutes) return true;
  const [fewest, most] = [Math.min(a.decimals, b.decimals), Math.max(a.decimals, b.decimals)];
  if (fewest < 2) return false;
  const isHome = nearHome(a.degrees, b.degrees) || nearHome(b.degrees, a.degrees);
  return most > 2 || (a.hasDegreeMark && b.hasDegreeMark) || isHome;
}

function isPair(a: Angle, b: Angle, gap: string, isLink: boolean): boolean {
  const areMarked = a.mark && b.mark && a.mark.axis !== b.mark.axis;
  if (areMarked && gap.length <= 40 && !/\d/.test(gap))
    return isLink || (isPrecise(a) && isPrecise(b));
  if (a.mark && b.mark) return false;
  return isLink ? SEPARATOR.test(gap) : areDegrees(a, b, gap);
}

function toDegrees(a: Angle, b: Angle): Degrees | null {
  const [x, y] = [a.degrees, b.degrees];
  // Without letters the latitude comes first, unless only the other order is near home.
  const isBackwards =
    a.mark || b.mark ? a.mark?.axis === 'lon' || b.mark?.axis === 'lat' : nearHome(y, x);
  const [lat, lon] = isBackwards ? [y, x] : [x, y];
  return Math.abs(lat) <= 90 ? { kind: 'degrees', lat, lon } : null;
}

/** Positions in degrees, in order. In a link any two adjacent numbers count. */
function findDegrees(plain: string, isLink = false): (Shape & { reading: Degrees })[] {
  const found: (Shape & { reading: Degrees })[] = [];
  let before: Angle | null = null;
  for (const angle of anglesIn(plain)) {
    const isOne: boolean | null =
      before && isPair(before, angle, plain.slice(before.end, angle.start), isLink);
    const reading: Degrees | null = before && isOne ? toDegrees(before, angle) : null;
    if (before && reading) found.push({ start: before.start, end: angle.end, reading });
    before = reading ? null : angle;
  }
  return found;
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
  // Metres not rounded to hundreds, unlike prices and counts.
  [
    /(?<![\p{L}\d.,+-])(?:[xa]|rdx)?[:= ]{0,3}(\d{2,3}[ .']?\d{3})(?:[.,]\d{1,3})?(?!\d)[^\d\n]{1,24}(?<![\d.,+-])([3-6]\d{2}[ .']?\d{3})(?:[.,]\d{1,3})?(?![\d-])/giu,
    ([, a, b]) => (metres(a) % 100 || metres(b) % 100 ? rd(a, b) : undefined),
  ],
];

/** Possible positions, or halves of one, that ordinary texts do not contain. */
const doubts = [
  // Degrees finer than 15 metres; the other half may be in another text. Not "5.2026".
  /(?<![\d.,])(?!\d{1,2}\.(?:19|20)\d\d(?!\d))(?:[1-9]\d?|1[0-7]\d)(?:[.,]| [.,] | ?(?:komma|punt|point|dot) ?)\d{4,9}(?!\d)/giu,
  /(?<![\d.,])(?:\d{1,2}|1[0-7]\d) ?° ?\d{1,2}(?:[.,]\d{1,4})? ?'/gu,
  // One half, with its label.
  /(?<![\p{L}\d])(?:rd-?)?[xy](?:-co[oö]rdinaat)? ?[:=] ?\d{5,6}(?!\d)/giu,
  /(?<!\p{L})(?:lat(?:itude)?|lon(?:gitude)?|lng|breedtegraad|lengtegraad)[^\p{L}\d]{1,3}(?:is |van )?-?\d{1,3}[.,]\d{2}/giu,
  // Degrees, minutes and seconds as one number, or with other separators.
  /(?<![\p{L}\d.])\d{4,8}(?:[.,]\d{1,6})?[ ,]{0,2}[nsz][ ,;/]{0,3}\d{4,9}(?:[.,]\d{1,6})?[ ,]{0,2}[eow](?!\p{L})/giu,
  /(?<!\p{L})[nsz] ?\d{4,8}[ ,;/]{0,3}[eow] ?\d{4,9}(?!\d)/giu,
  /(?<![\d.,])\d{1,2} ?([./;~*do]|gr\.?|degr?\.?|graden en) ?\d{1,2}(?:[.,]\d{1,3})?[^\d\n]{1,12}(?:\d{1,2}(?:[.,]\d{1,3})?[^\d\n]{1,12})?\d{1,3} ?\1 ?\d{1,2}(?:[.,]\d{1,3})?(?:[^\d\n]{1,12}\d{1,2}(?:[.,]\d{1,3})?)?[^\d\n]{0,8}(?<!\p{L})(?:[eow]|o\.?l|w\.?l|oost|west|east)(?!\p{L})/giu,
  // A UTM position in this region without its zone.
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

/** Position of a link to a map; undefined for another link. */
function readLink(link: string): Reading | null | undefined {
  const plain = link
    .replace(/%([0-7][\da-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/%c2%b0/gi, '°')
    // The zoom level precedes the position.
    .replace(/#(?:map=)?\d{1,2}(?:\.\d+)?\//, '#')
    // A comma separates the numbers of a link; it is no decimal mark.
    .replace(/(?<=\d),(?=[\d+-])/g, ';');
  const pin = /!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/.exec(plain);
  if (pin) return { kind: 'degrees', lat: Number(pin[1]), lon: Number(pin[2]) };
  const isMap = MAP.test(link);
  const readings = findDegrees(plain, isMap).map(({ reading }) => reading);
  return readings.find(({ lat, lon }) => lat !== 0 || lon !== 0) ?? (isMap ? null : undefined);
}

/** All finders, most specific first: a later one skips what an earlier one has found. */
export const finders: ((plain: string) => Shape[])[] = [
  (plain) => shapesOf(plain, LINK, ([link]) => readLink(link)),
  (plain) => patterns.flatMap(([pattern, read]) => shapesOf(plain, pattern, read)),
  (plain) => findDegrees(plain),
  (plain) => doubts.flatMap((pattern) => shapesOf(plain, pattern, () => null)),
];

/** Matches of a pattern; `read` rejects one by undefined. */
function shapesOf(
  plain: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => Reading | null | undefined,
): Shape[] {
  return [...plain.matchAll(pattern)].flatMap((match) => {
    const reading = read(match);
    const { 0: text, index: start } = match;
    return reading === undefined ? [] : [{ start, end: start + text.length, reading }];
  });
}
