/** What of a file's metadata is a fact: the same for the browser that reads it first, and the server. */
import { formatCoordinates } from './location.ts';

/** Longest text taken from metadata, in characters. */
export const MAX_METADATA_TEXT = 500;

/** Text from metadata made harmless: no control or formatting characters, one line, bounded. */
export function cleanText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const printable = value.slice(0, 20_000).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ');
  const text = [...printable.replace(/\s+/g, ' ').trim()].slice(0, MAX_METADATA_TEXT).join('');
  return text.trim() || null;
}

/** What cameras write by themselves into the description. */
const FACTORY_TEXT =
  /^(?:OLYMPUS|SONY DSC|MINOLTA|KONICA|SAMSUNG|DCIM|default|untitled|dav|cof|rptfnbeta)\b/i;

/** '2024:05:04 03:02:01' or '2024-05-04T03:02:01Z' → '2024-05-04'; null when it is no date. */
export function plainDate(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const found = /^\s*(\d{4})[:/-](\d{2})[:/-](\d{2})(?!\d)/.exec(value);
  if (!found) return null;
  const date = `${found[1]}-${found[2]}-${found[3]}`;
  const at = new Date(`${date}T00:00:00Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
  return isReal && date >= '1826-01-01' ? date : null;
}

/** 'lat, lon' with six decimals; null outside the globe, and at 0, 0: a receiver without a fix. */
export function plainLocation(lat: unknown, lon: unknown): string | null {
  if (typeof lat !== 'number' || typeof lon !== 'number') return null;
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180) || (lat === 0 && lon === 0)) return null;
  return formatCoordinates({ lat, lon });
}

/** A caption somebody wrote; null for what the camera writes by itself. */
export function plainDescription(value: unknown): string | null {
  const text = cleanText(value);
  return text && !FACTORY_TEXT.test(text) ? text : null;
}
