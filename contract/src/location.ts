/**
 * Where a picture was taken, and how much of it the public may know.
 * Exact places of nests, dens and orchids must not leave the house (product decisions §4).
 */
import { z } from 'zod';

export const locationPrivacies = ['exact', 'approximate', 'hidden'] as const;
export const locationPrivacy = z.enum(locationPrivacies);
export type LocationPrivacy = z.infer<typeof locationPrivacy>;

/** Degrees; north and east are positive. */
export interface Coordinates {
  lat: number;
  lon: number;
}

/** Size of a grid cell in degrees, about 5 × 5 km in the Netherlands. */
const CELL_LAT = 0.05;
const CELL_LON = 0.075;

const NUMBER = String.raw`[+-]?\d{1,3}(?:[.,]\d+)`;
/** A letter of the compass stands by itself: the s of "bos 52.1312" is none. */
const HALF = String.raw`(?:(?<!\p{L})([NSZEWO]))?\s*(${NUMBER})\s*°?\s*(?:([NSZEWO])(?!\p{L}))?`;
const DECIMAL_PAIR = new RegExp(`(?<![\\d.,])${HALF}\\s*[,;/\\s]\\s*${HALF}(?![\\d])`, 'giu');
const DMS = String.raw`(\d{1,3})\s*°\s*(\d{1,2})\s*['’′]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:"|”|″|''))?\s*([NSZEWO])`;
const DMS_PAIR = new RegExp(`${DMS}[\\s,;/]*${DMS}`, 'giu');

function decimal(text: string): number {
  return Number(text.replace(',', '.'));
}

/** Dutch and English letters: S and Z are south, W is west (O is east: oost). */
function sign(letter: string | undefined): number {
  return letter && /[SZW]/i.test(letter) ? -1 : 1;
}

function isOnEarth(point: Coordinates): boolean {
  return Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180;
}

function* pairsIn(text: string): Generator<Coordinates> {
  for (const dms of text.matchAll(DMS_PAIR)) {
    const [, d1, m1, s1 = '0', h1, d2, m2, s2 = '0', h2] = dms;
    const lat = sign(h1) * (Number(d1) + Number(m1) / 60 + decimal(s1) / 3600);
    const lon = sign(h2) * (Number(d2) + Number(m2) / 60 + decimal(s2) / 3600);
    yield { lat, lon };
  }
  for (const pair of text.matchAll(DECIMAL_PAIR)) {
    const [, before1, first = '', after1, before2, second = '', after2] = pair;
    const lat = sign(before1 ?? after1) * decimal(first);
    const lon = sign(before2 ?? after2) * decimal(second);
    yield { lat, lon };
  }
}

/**
 * The first coordinate pair in a text, or null. Reads decimals ("52.131200, 5.860400",
 * "52,1312 5,8604", "52.13° N 5.86° E") and degrees with minutes.
 */
export function findCoordinates(text: string): Coordinates | null {
  // One space at most between parts: several optional runs of spaces would be tried in every
  // combination, which takes seconds for a hundred of them.
  const plain = text.replace(/\s+/g, ' ');
  for (const point of pairsIn(plain)) if (isOnEarth(point)) return point;
  return null;
}

/** A location that holds a pair starts as approximate, free text as exact (product decisions §4). */
export function defaultLocationPrivacy(location: string | null): LocationPrivacy {
  return location !== null && findCoordinates(location) ? 'approximate' : 'exact';
}

/** Metadata coordinates as the form fills them in: "lat, lon" with six decimals (spec §3). */
export function formatCoordinates({ lat, lon }: Coordinates): string {
  return `${lat.toFixed(6)}, ${lon.toFixed(6)}`;
}

/** Centre of the grid cell a point lies in, rounded to two decimals: the same every time. */
export function cellCentre({ lat, lon }: Coordinates): Coordinates {
  const centre = (value: number, size: number) =>
    Math.round((Math.floor(value / size) + 0.5) * size * 100) / 100;
  return { lat: centre(lat, CELL_LAT), lon: centre(lon, CELL_LON) };
}

function dutchDegrees(value: number, positive: string, negative: string): string {
  const digits = Math.abs(value).toFixed(2).replace('.', ',');
  return `${digits}° ${value < 0 ? negative : positive}`;
}

/**
 * What a visitor may read about the place, or null for nothing.
 * 52.1312, 5.8604 with `approximate` reads "omgeving 52,13° N 5,89° O".
 */
export function publicPlace(location: string | null, privacy: LocationPrivacy): string | null {
  if (!location || privacy === 'hidden') return null;
  if (privacy === 'exact') return location;
  const point = findCoordinates(location);
  if (!point) return null;
  const { lat, lon } = cellCentre(point);
  return `omgeving ${dutchDegrees(lat, 'N', 'Z')} ${dutchDegrees(lon, 'O', 'W')}`;
}
