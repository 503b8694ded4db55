/**
 * The owner's secrets: a thousand items, three hundred of them guarded, with place, time and level. Levels are computed
 * independently here, so as not to repeat a bug in the product's rules.
 */
import type { Coordinates } from '@veldlicht/contract/location';
import { settlementsAround } from '@veldlicht/database/settlement';
import { seededRandom } from '@veldlicht/scripts/nightly-figures';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';

export type Level = 'block' | 'region' | 'hidden';
const levels: (Level | null)[] = [null, 'block', 'region', 'hidden'];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The guard list of the measured site; months from 1. */
export const guardRules = [
  rule('Bubo bubo', 'region', [], [2, 3, 4, 5, 6, 7, 8]),
  rule('Meles meles', 'block', [], [1, 2, 3, 4, 5, 6, 7]),
  rule('Lutra lutra', 'hidden', [], null),
  rule('Pandion haliaetus', 'region', [4, 5, 6, 7, 8], [4, 5, 6, 7, 8]),
  rule('Accipiter gentilis', 'block', [2, 3, 4, 5, 6, 7], [2, 3, 4, 5, 6, 7, 8]),
];
const common = ['Vulpes vulpes', 'Alcedo atthis', 'Capreolus capreolus', 'Turdus merula'];

function rule(scientificName: string, level: Level, months: number[], nestMonths: number[] | null) {
  return { scientificName, level, months, nestMonths, reason: '' };
}

interface Sighting {
  scientificName: string;
  nest: boolean;
}

/** An item with its secrets. */
export interface Secret {
  title: string;
  description: string | null;
  tags: string[];
  originalName: string;
  /** In the metadata; public unless it names a place or a day. */
  copyright: string | null;
  position: Coordinates;
  /** As typed by the owner. */
  location: string;
  /** Milliseconds, in the camera's time. */
  takenAt: number;
  uploadedAt: number;
  shows: Sighting[];
  /** Level of the guard; null: not guarded. */
  level: Level | null;
}

/** Level by the item's own species. */
function ownLevel({ shows, takenAt }: Pick<Secret, 'shows' | 'takenAt'>): Level | null {
  const month = new Date(takenAt).getUTCMonth() + 1;
  let strictest: Level | null = null;
  for (const { scientificName, nest } of shows) {
    const found = guardRules.find((one) => one.scientificName === scientificName);
    if (!found) continue;
    const isIn = found.months.length === 0 || found.months.includes(month);
    const isNest = nest && found.nestMonths !== null;
    const hides = isNest && found.nestMonths?.includes(month);
    const level = hides ? 'hidden' : isIn || isNest ? found.level : null;
    strictest = stricter(strictest, level);
  }
  return strictest;
}

const stricter = (a: Level | null, b: Level | null) =>
  levels.indexOf(a) > levels.indexOf(b) ? a : b;

const isNear = (a: number, b: number) => Math.abs(a - b) <= 2 * HOUR;

/** Whether an item is within the width of a source's area. */
function isWithin(source: Secret, { position: { lat, lon } }: Secret): boolean {
  const across = Math.cos((lat * Math.PI) / 180);
  const [north, east] = [source.position.lat - lat, (source.position.lon - lon) * across];
  return Math.hypot(north, east) * DEGREE_KM <= (ownLevel(source) === 'block' ? 5 : 20);
}
const DEGREE_KM = 111.2;

const animals = 'vos das bever otter ijsvogel zeearend buizerd kerkuil grutto kievit'.split(' ');
const moods = 'eenzame jonge stille mistige gouden vroege winterse verborgen'.split(' ');
export const dutchMonths =
  'januari februari maart april mei juni juli augustus september oktober november december'.split(
    ' ',
  );

/** "12 mei 2026". */
function dutchDay(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${dutchMonths[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

export const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** A village in the block of a position, if there is one. */
const villageAt = (position: Coordinates) => settlementsAround(position, 'block')[0] ?? null;

/** A world of `count` items, `guarded` of them guarded, in the order of upload. */
export function planWorld(count: number, guarded: number): Secret[] {
  const random = seededRandom(63);
  const between = (low: number, high: number) => low + (high - low) * random();
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T; // never empty
  const minute = (at: number) => Math.floor(at / MINUTE) * MINUTE;
  const somewhere = () => ({ lat: between(51.6, 53), lon: between(4.7, 6.4) });
  // Guarded and open items alternate every eight days, so that they share neither a day nor a day of upload, and avoid
  // the first of a month, the public date of guarded items.
  const sometime = (isGuarded: boolean): number => {
    const turn = 2 * Math.floor(between(0, 54)) + (isGuarded ? 0 : 1);
    const at = minute(Date.UTC(2024, 0, 1) + (8 * turn + between(0.1, 3.9)) * DAY);
    const isNearFirst =
      new Date(at - 4 * DAY).getUTCMonth() !== new Date(at + 3 * DAY).getUTCMonth();
    return isNearFirst ? sometime(isGuarded) : at;
  };
  const beside = ({ lat, lon }: Coordinates) => ({
    lat: lat + between(-0.02, 0.02),
    lon: lon + between(-0.03, 0.03),
  });
  const draft = (position: Coordinates, takenAt: number, shows: Sighting[]): Secret => {
    const place = villageAt(position);
    return {
      title: `${pick(moods)} ${pick(animals)}`,
      description: random() < 0.6 ? 'Gefotografeerd na uren wachten in de schuilhut.' : null,
      tags: [pick(['vogel', 'bos', 'water', 'heide', 'mist'])],
      originalName: `${isoDay(takenAt)} ${place ?? 'buiten'} ${Math.floor(random() * 1e6)}.jpg`,
      copyright: random() < 0.2 ? `© ${dutchDay(takenAt)} V. Licht` : null,
      position,
      location: `${position.lat.toFixed(6)}, ${position.lon.toFixed(6)}`,
      takenAt,
      uploadedAt: takenAt + Math.floor(between(HOUR, 2.5 * DAY)),
      shows,
      level: null,
    };
  };

  const sources: Secret[] = [];
  while (sources.length < guarded * 0.8) {
    const { scientificName } = pick(guardRules);
    const one = draft(somewhere(), sometime(true), [{ scientificName, nest: random() < 0.3 }]);
    if (ownLevel(one)) sources.push(one);
  }
  const others: Secret[] = [];
  // Items with an exact place, taken within two hours of a guarded item.
  while (sources.length + others.length < guarded) {
    const near = pick(sources);
    const at = near.takenAt + minute(between(-115, 115) * MINUTE);
    others.push(draft(beside(near.position), at, random() < 0.5 ? [seen(pick(common))] : []));
  }
  while (sources.length + others.length < count)
    others.push(draft(somewhere(), sometime(false), random() < 0.5 ? [seen(pick(common))] : []));
  const all = [...sources, ...others].sort((a, b) => a.uploadedAt - b.uploadedAt);
  for (const one of all)
    one.level = sources
      .filter((source) => isNear(source.takenAt, one.takenAt) && isWithin(source, one))
      .reduce((level, source) => stricter(level, ownLevel(source)), ownLevel(one));
  for (const [i, one] of all.filter(({ level }) => level).entries()) tell(one, i);
  return all;
}

const seen = (scientificName: string): Sighting => ({ scientificName, nest: false });

/** Adds places and days to some texts, as owners write them. */
function tell(one: Secret, i: number): void {
  const place = villageAt(one.position);
  // A description instead of a position, which must stay private.
  if (i % 10 === 9) one.location = 'achter de boerderij van Hesselink';
  if (i % 8 !== 0 || !place) return;
  const ways = [
    () => (one.title = `${one.title} bij ${place}`),
    () => one.tags.push(place.toLowerCase()),
    () => (one.description = `Vlak achter ${place}, tegen de avond.`),
    () => (one.description = `Gezien op ${dutchDay(one.takenAt)}.`),
    () => (one.title = `${one.title} ${dutchDay(one.takenAt)}`),
  ];
  ways[(i / 8) % ways.length]?.();
}

const inDegrees = (value: number) => `${Math.floor(value)},${((value % 1) * 60).toFixed(4)}`;

/** XMP like that of photo programs, with all secrets. */
function xmpSegment({ position, takenAt, copyright, location }: Secret): Buffer {
  const moment = new Date(takenAt).toISOString().slice(0, 19);
  const packet = `http://ns.adobe.com/xap/1.0/\0<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 exif:GPSLatitude="${inDegrees(position.lat)}N" exif:GPSLongitude="${inDegrees(position.lon)}E"
 xmp:CreateDate="${moment}" photoshop:DateCreated="${moment}" photoshop:City="${location}">
${copyright ? `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${copyright}</rdf:li></rdf:Alt></dc:rights>` : ''}
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
  const body = Buffer.from(packet);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([marker, body]);
}

/** An item's original: a small picture with all secrets in its metadata. */
export async function originalOf(secret: Secret, seed: number): Promise<Buffer> {
  const picture = await plainPicture(seed, {
    width: 320,
    height: 214,
    gps: secret.position,
    takenAt: new Date(secret.takenAt).toISOString().slice(0, 19),
  });
  return Buffer.concat([picture.subarray(0, 2), xmpSegment(secret), picture.subarray(2)]);
}
