/** Degrees as people write them, and which two of them are a position. Expects `plainText`. */

import type { Coordinates } from './location.ts';

type Axis = 'lat' | 'lon';

interface Mark {
  axis: Axis;
  sign: 1 | -1;
  /** Says which number it is, not which side of zero. */
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
  /** "breedte" and "lengte": sizes have those too. */
  isWeak: boolean;
}

export interface Found extends Coordinates {
  start: number;
  end: number;
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
    // What is no angle may hold the start of one: go on behind its first number.
    const skipped = /^\D*\d+/.exec(match[0])?.[0].length ?? 1;
    pattern.lastIndex = angle ? angle.end : match.index + skipped;
    if (angle) yield angle;
  }
}

/** Finer than a number that only happens to stand beside a letter ("N70, E17"). */
function isPrecise(angle: Angle): boolean {
  if (angle.hasDegreeMark || angle.hasMinutes) return true;
  return angle.decimals >= (angle.isWeak ? 3 : 2);
}

const nearHome = (lat: number, lon: number) => lat > 49 && lat < 54 && lon > 2 && lon < 8;
const SEPARATOR = /^ ?(?:[,;/|~&_]|en|and)? ?$/i;

/** Whether two numbers without a letter are degrees, and no prices, times or sizes. */
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

function toPosition(a: Angle, b: Angle): Coordinates | null {
  const [x, y] = [a.degrees, b.degrees];
  // Without letters the latitude comes first, but for what is read as near home only backwards.
  const isBackwards =
    a.mark || b.mark ? a.mark?.axis === 'lon' || b.mark?.axis === 'lat' : nearHome(y, x);
  const found = isBackwards ? { lat: y, lon: x } : { lat: x, lon: y };
  return Math.abs(found.lat) <= 90 ? found : null;
}

/** Positions in degrees, in the order they stand. In a link any two numbers that stand together count. */
export function findDegrees(plain: string, isLink = false): Found[] {
  const found: Found[] = [];
  let before: Angle | null = null;
  for (const angle of anglesIn(plain)) {
    const isOne: boolean | null =
      before && isPair(before, angle, plain.slice(before.end, angle.start), isLink);
    const position: Coordinates | null = before && isOne ? toPosition(before, angle) : null;
    if (before && position) found.push({ start: before.start, end: angle.end, ...position });
    before = position ? null : angle;
  }
  return found;
}
