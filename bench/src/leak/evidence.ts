/** What words and bytes tell of where and when: dates and places as people and programs write them. */

/** Between two moments, in milliseconds. */
export interface Span {
  from: number;
  until: number;
}

export type Place =
  | { kind: 'area'; east: number; north: number; side: number }
  | { kind: 'point'; lat: number; lon: number; km2: number }
  | { kind: 'words'; words: string };

const DAY = 86_400_000;
const months =
  'januari februari maart april mei juni juli augustus september oktober november december'.split(
    ' ',
  );
const shortMonths = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const dayOf = (year: number, month: number, day: number): Span | null => {
  const from = Date.UTC(year, month - 1, day);
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31 && year > 1990 && year < 2100;
  return isDay ? { from, until: from + DAY } : null;
};

export const monthOf = (year: number, month: number): Span => ({
  from: Date.UTC(year, month - 1),
  until: Date.UTC(year, month),
});

const ISO =
  /(?<![\d-])(\d{4})[-:](\d\d)[-:](\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?(?:\.\d+)?))?(?![\d-])/g;
const NAMED = new RegExp(`(\\d{1,2})[ -](${months.join('|')})[ -](\\d{4})`, 'gi');
const NUMBERS = /(?<!\d)(\d{1,2})[-./](\d{1,2})[-./](\d{4})(?!\d)/g;
const MAIL = /(\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d)/g;

/** Days and moments in a text, each with where it stands. A moment is as long as it is exact. */
export function daysIn(text: string): (Span & { at: number })[] {
  const found: (Span & { at: number })[] = [];
  const add = (at: number, span: Span | null, time = '') => {
    if (!span) return;
    const [hours = Number.NaN, minutes = 0, seconds = 0] = time.split(':').map(Number);
    const moment = span.from + ((hours * 60 + minutes) * 60 + seconds) * 1000;
    found.push(
      Number.isNaN(moment) || time === ''
        ? { at, ...span }
        : { at, from: moment, until: moment + 1000 },
    );
  };
  for (const { index, 1: y, 2: m, 3: d, 4: time } of text.matchAll(ISO))
    add(index, dayOf(Number(y), Number(m), Number(d)), time);
  for (const { index, 1: d, 2: name = '', 3: y } of text.matchAll(NAMED))
    add(index, dayOf(Number(y), months.indexOf(name.toLowerCase()) + 1, Number(d)));
  for (const { index, 1: d, 2: m, 3: y } of text.matchAll(NUMBERS))
    add(index, dayOf(Number(y), Number(m), Number(d)));
  for (const { index, 1: d, 2: name = '', 3: y, 4: time } of text.matchAll(MAIL))
    add(index, dayOf(Number(y), shortMonths.indexOf(name.toLowerCase()) + 1, Number(d)), time);
  return found;
}

/** The month that a site says a picture was taken in, when it says no day. */
export function monthIn(text: string): Span | null {
  const [, year, month] =
    /(?:date|dateCreated): (\d{4})-(\d\d)$|datetime="(\d{4})-(\d\d)"/.exec(text)?.filter(Boolean) ??
    [];
  return year && month ? monthOf(Number(year), Number(month)) : null;
}

const decimal = (text: string) => Number(text.replace(',', '.'));
const PAIR = /(?<![\d.,])(5[0-3][.,]\d{2,})°? ?N?[ ,;/]{0,3} ?([2-7][.,]\d{2,})/g;

/** The page of an area. */
const AREA = /\/kaart\/(w?)(\d+)\/(\d+)(?:-(\d+))?/g;
/** The middle of an area beside its words, which is the same for all that lies in it. */
const CENTRE = /title="([^"]*)">((?:omgeving|regio) [^<]*)/g;

export function centresIn(text: string) {
  // Two areas may be told by the same village.
  const area = text.match(AREA)?.join() ?? '';
  return [...text.matchAll(CENTRE)].map(([, degrees = '', words = '']) => ({
    ...{ degrees, words: `${words} ${area}` },
  }));
}

/** Positions and areas in a text, without the middles of areas. */
export function placesIn(withCentres: string): Place[] {
  const text = withCentres.replaceAll(CENTRE, '');
  const found: Place[] = [];
  for (const [, north = '', east = ''] of text.matchAll(PAIR)) {
    // So many decimals are so many metres: two are a rectangle of a kilometre.
    const decimals = Math.min(north.length, east.length + 1) - 3;
    const km2 = 111 * 68 * 10 ** (-2 * decimals);
    found.push({ kind: 'point', lat: decimal(north), lon: decimal(east), km2 });
  }
  for (const [, west, east, north, side = '5'] of text.matchAll(AREA))
    found.push({
      ...{ kind: 'area', east: Number(east) * (west ? -1 : 1), north: Number(north) },
      side: Number(side),
    });
  // The only words for a place that say no more than its area begin like this.
  const words = /(?:^|: )(?:place|location|contentLocation: name): ([^:]+)$/.exec(text)?.[1];
  const html = /<(?:p class="place"[^>]*|em)>([^<]+)</.exec(text)?.[1];
  for (const told of [words, html])
    if (told && !/^(?:omgeving|regio) /.test(told)) found.push({ kind: 'words', words: told });
  return found;
}

/** How large a place is, in square kilometres. */
export function sizeOf(place: Place): number {
  if (place.kind === 'area') return place.side ** 2;
  return place.kind === 'point' ? place.km2 : 1;
}
