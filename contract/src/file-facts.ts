/** Reads facts from the metadata of a file: EXIF, IPTC and XMP. */
import { z } from 'zod';
import { MAX_DESCRIPTION, MAX_LOCATION, MAX_NAME, MAX_TITLE } from './limits.ts';
import { formatCoordinates } from './location.ts';
import { cutText, foldName, withoutUnseen } from './name.ts';
import { holdsPosition } from './position-shapes.ts';

/** Longest text of a device or a person taken from metadata, in characters. */
export const MAX_METADATA_TEXT = 500;
/** Most keywords taken from one file. */
export const MAX_KEYWORDS = 100;

const text = z.string().nullable().default(null);

/** Fields with too long or impossible values. */
const cutFields = z.enum(['title', 'description', 'keywords', 'date']);

/** Facts read from a file; only for the panel, since they may hold a position. */
export const fileFacts = z.object({
  title: text,
  description: text,
  keywords: z.array(z.string()).default([]),
  date: text.describe('Capture date, yyyy-mm-dd, by the camera clock'),
  time: text.describe('Its time, hh:mm:ss, from the same source'),
  offset: text.describe('UTC offset of that clock, +02:00, when the file states it'),
  location: text.describe("Position as 'lat, lon' with six decimals"),
  city: text.describe('City, else region, else country'),
  creator: text,
  copyright: text,
  usageTerms: text,
  licenseUrl: text,
  rating: z.int().min(-1).max(5).nullable().default(null).describe('Stars; -1: rejected'),
  label: text,
  cut: z.array(cutFields).default([]).describe('Fields whose value was cut or dropped'),
});
export type FileFacts = z.infer<typeof fileFacts>;
export const NO_FACTS: FileFacts = fileFacts.parse({});

/** The metadata of a picture by blocks: `ifd0`, `exif`, `gps`, `iptc` and, by namespaces, `xmp`. */
export type Metadata = Record<string, unknown>;

/**
 * Options of exifr. Values stay raw: its dates shift the day by the time zone. `xmpBlock` parses XMP, whose `exif`
 * would overwrite that of the camera.
 */
export const metadataOptions = {
  tiff: true,
  ifd0: {},
  exif: true,
  gps: true,
  interop: true,
  iptc: true,
  xmp: { parse: false },
  icc: false,
  mergeOutput: false,
  reviveValues: false,
};

const block = z.record(z.string(), z.unknown()).catch({});

/** The value at a path such as `xmp.dc.title`. */
function valueAt(metadata: Metadata, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => block.parse(at)[name], metadata);
}

const alternative = z.object({ lang: z.string(), value: z.unknown() });
const resource = z.object({ resource: z.unknown() });
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** exifr does not decode XML entities. */
function decodeXml(value: string): string {
  return value.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (all, hex, digits, name) => {
      if (name) return entities[name] ?? all;
      const point = hex ? Number.parseInt(hex, 16) : Number(digits);
      return point <= 0x10ffff ? String.fromCodePoint(point) : all;
    },
  );
}

/** All texts of a value; of language alternatives the Dutch one, else the first. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  const alternatives = z.array(alternative).safeParse([value].flat()).data ?? [];
  const chosen = alternatives.find(({ lang }) => /^nl\b/i.test(lang)) ?? alternatives[0];
  if (chosen) return textsOf(chosen.value);
  if (Array.isArray(value)) return value.flatMap(textsOf);
  const { data } = resource.safeParse(value);
  return data ? textsOf(data.resource) : [];
}

function textsAt(metadata: Metadata, path: string): string[] {
  const texts = textsOf(valueAt(metadata, path));
  return path.startsWith('xmp.') ? texts.map(decodeXml) : texts;
}

/** Characters read of one text. */
const MOST_READ = 20_000;

/** Text on one line without control and formatting characters, cut at `longest`; null when empty. */
export function cleanText(value: unknown, longest = MAX_METADATA_TEXT): string | null {
  if (typeof value !== 'string') return null;
  const printable = withoutUnseen(value.slice(0, MOST_READ), ' ');
  return cutText(printable.replace(/\s+/g, ' ').trim(), longest).trim() || null;
}

/** Default titles and descriptions of cameras. */
const FACTORY_TEXT =
  /^(?:OLYMPUS|SONY DSC|MINOLTA|KONICA|SAMSUNG|DCIM|default|untitled|dav|cof|rptfnbeta)\b/i;

/** Text that a person wrote; null for a camera's default. */
export function plainDescription(value: unknown, longest = MAX_DESCRIPTION): string | null {
  const words = cleanText(value, longest);
  return words && !FACTORY_TEXT.test(words) ? words : null;
}

/**
 * '2024:05:04 03:02:01', '2024-05-04T03:02:01Z' or '20240504' → '2024-05-04'; null for no date. Dates before
 * photography are none.
 */
export function plainDate(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const found = /^\s*(\d{4})([:/-]?)(\d{2})\2(\d{2})(?!\d)/.exec(value);
  if (!found) return null;
  const date = `${found[1]}-${found[3]}-${found[4]}`;
  const at = new Date(`${date}T00:00:00Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
  return isReal && date >= '1826-01-01' ? date : null;
}

/** Time after a date: '2024:05:04 03:02:01' → '03:02:01'; null for none. */
export function plainTime(value: unknown): string | null {
  if (typeof value !== 'string' || !plainDate(value)) return null;
  const time = /^\s*[\d:/-]{8,10}[T ](\d{2}):(\d{2})(?::(\d{2}))?/.exec(value);
  const [, hours = '', minutes = '', seconds = '00'] = time ?? [];
  const isReal = hours < '24' && minutes < '60' && seconds < '60';
  return time && isReal ? `${hours}:${minutes}:${seconds}` : null;
}

/** '+02:00', '+0200' or the end of '2024-05-04T03:02:01Z' → '+02:00', '+00:00'; null for none. */
export function plainOffset(value: unknown): string | null {
  const found = /(?:^|:\d\d(?:\.\d+)?)\s*(?:(Z)|([+-])(\d\d):?(\d\d))\s*$/.exec(String(value));
  if (!found) return null;
  const [, isUtc, sign = '+', hours = '00', minutes = '00'] = found;
  const isReal = isUtc !== undefined || (hours < '15' && minutes < '60');
  return isReal ? `${sign}${hours}:${minutes}` : null;
}

/** 'lat, lon' with six decimals; null when out of range, or 0, 0: a receiver without a fix. */
export function plainLocation(lat: unknown, lon: unknown): string | null {
  if (typeof lat !== 'number' || typeof lon !== 'number') return null;
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180) || (lat === 0 && lon === 0)) return null;
  return formatCoordinates({ lat, lon });
}

/** Coordinate in the notation of XMP: '52,7.872N' or '52,7,52S' → degrees. */
function xmpDegrees(value: string | undefined): number | null {
  const found = /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?([NESW])$/.exec(
    value ?? '',
  );
  if (!found) return null;
  const [, degrees, minutes, seconds = 0, side] = found;
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  return side === 'S' || side === 'W' ? -size : size;
}

function locationOf(metadata: Metadata): string | null {
  const of = (name: string) => xmpDegrees(textsAt(metadata, `xmp.exif.${name}`)[0]);
  return (
    plainLocation(valueAt(metadata, 'gps.latitude'), valueAt(metadata, 'gps.longitude')) ??
    plainLocation(of('GPSLatitude'), of('GPSLongitude'))
  );
}

/** Sources of each field, preferred first (Metadata Working Group: XMP, IPTC, EXIF). */
const places = {
  title: ['xmp.dc.title', 'iptc.ObjectName'],
  description: ['xmp.dc.description', 'iptc.Caption', 'ifd0.ImageDescription'],
  date: [
    'exif.DateTimeOriginal',
    'xmp.exif.DateTimeOriginal',
    'xmp.photoshop.DateCreated',
    'iptc.DateCreated',
    'exif.CreateDate',
    'xmp.xmp.CreateDate',
  ],
  offset: ['exif.OffsetTimeOriginal', 'exif.OffsetTime', 'xmp.exif.OffsetTimeOriginal'],
  city: [
    'xmp.photoshop.City',
    'iptc.City',
    'xmp.photoshop.State',
    'iptc.State',
    'xmp.photoshop.Country',
    'iptc.Country',
  ],
  creator: ['xmp.dc.creator', 'iptc.Byline', 'ifd0.Artist'],
  copyright: ['xmp.dc.rights', 'iptc.CopyrightNotice', 'ifd0.Copyright'],
  usageTerms: ['xmp.xmpRights.UsageTerms'],
  licenseUrl: ['xmp.plus.LicenseURL', 'xmp.cc.license', 'xmp.xmpRights.WebStatement'],
  rating: ['xmp.xmp.Rating', 'ifd0.Rating'],
  label: ['xmp.xmp.Label'],
};
const keywordPlaces = ['xmp.dc.subject', 'iptc.Keywords', 'xmp.lr.hierarchicalSubject'];

/** Last part of a hierarchical keyword: 'Dieren|Zoogdieren|Egel' → 'Egel'. */
function keywordOf(value: string): string | null {
  const word = cleanText(value.split('|').at(-1)?.replaceAll(',', ' '), MAX_NAME);
  return word && !holdsPosition(word) ? word : null;
}

/** Distinct keywords in order, compared without case; none that holds a position. */
export function plainKeywords(values: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const value of values) {
    const word = keywordOf(value);
    if (word && !found.has(foldName(word))) found.set(foldName(word), word);
  }
  return [...found.values()];
}

/** Credits are public: null for one that holds a position. */
function creditOf(value: string): string | null {
  const credit = cleanText(value);
  return credit && !holdsPosition(credit) ? credit : null;
}

function webAddress(value: string): string | null {
  const address = value.trim();
  if (!/^https?:/i.test(address) || address.length > 2048 || !URL.canParse(address)) return null;
  return holdsPosition(address) ? null : address;
}

function stars(value: string): number | null {
  const rating = Number(value);
  return value !== '' && Number.isInteger(rating) && rating >= -1 && rating <= 5 ? rating : null;
}

/** Matches a year that was set: cameras without a clock write zeros or spaces. */
const SAYS_YEAR = /[1-9]/;

/** Facts of a picture; null for what is absent, invalid or a camera's default. */
export function factsOf(metadata: Metadata): FileFacts {
  const first = <Value>(name: keyof typeof places, read: (text: string) => Value | null) => {
    for (const path of places[name]) {
      const joined = textsAt(metadata, path).join(', ');
      const value = read(joined);
      if (value !== null) return value;
    }
    return null;
  };
  const cut = new Set<FileFacts['cut'][number]>();
  const words = (name: 'title' | 'description', longest: number) =>
    first(name, (value) => {
      const whole = plainDescription(value, MOST_READ);
      if (whole && whole.length > longest) cut.add(name);
      return plainDescription(value, longest);
    });
  const all = plainKeywords(keywordPlaces.flatMap((path) => textsAt(metadata, path)));
  if (all.length > MAX_KEYWORDS) cut.add('keywords');
  const date = first('date', plainDate);
  const time = first('date', (value) => (plainDate(value) === date ? plainTime(value) : null));
  const offset = first('offset', plainOffset) ?? first('date', plainOffset);
  if (!date && first('date', (value) => SAYS_YEAR.test(value) || null)) cut.add('date');
  return {
    title: words('title', MAX_TITLE),
    description: words('description', MAX_DESCRIPTION),
    keywords: all.slice(0, MAX_KEYWORDS),
    date,
    time,
    offset: time && offset,
    location: locationOf(metadata),
    city: first('city', (value) => cleanText(value, MAX_LOCATION)),
    creator: first('creator', creditOf),
    copyright: first('copyright', creditOf),
    usageTerms: first('usageTerms', creditOf),
    licenseUrl: first('licenseUrl', webAddress),
    rating: first('rating', stars),
    label: first('label', (value) => cleanText(value, MAX_NAME)),
    cut: [...cut],
  };
}
