/** From raw EXIF values to facts. Everything is doubted: wrong values become absent ones. */
import { formatCoordinates } from '@veldlicht/contract/location';
import type { CameraFacts } from '@veldlicht/contract/media';
import { cleanText } from './clean-text.ts';

export interface TakenFacts {
  camera: CameraFacts;
  takenDate: string | null;
  takenLocation: string | null;
  takenDescription: string | null;
}

export const NO_FACTS: TakenFacts = {
  camera: {},
  takenDate: null,
  takenLocation: null,
  takenDescription: null,
};

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

/** Seconds as people write them: 0.002 → '1/500', 0.5 → '0.5', 2 → '2'. */
export function shutterText(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || !(seconds > 0) || !Number.isFinite(seconds)) return undefined;
  return seconds < 0.3 ? `1/${Math.round(1 / seconds)}` : String(Math.round(seconds * 10) / 10);
}

function positive(value: unknown, digits: number): number | undefined {
  const number = Array.isArray(value) ? value[0] : value;
  if (typeof number !== 'number' || !(number > 0) || number > 1e7) return undefined;
  return Math.round(number * 10 ** digits) / 10 ** digits;
}

/** Make and model in one line, the make not twice: 'Canon', 'Canon EOS R5' → 'Canon EOS R5'. */
export function cameraName(make: unknown, model: unknown): string | undefined {
  const brand = cleanText(make);
  const name = cleanText(model);
  if (!brand || !name) return name ?? brand ?? undefined;
  const first = brand.split(' ')[0] ?? brand;
  const isNamed = name.toLowerCase().startsWith(first.toLowerCase());
  return cleanText(isNamed ? name : `${brand} ${name}`) ?? undefined;
}

function withoutAbsent(facts: { [K in keyof CameraFacts]: CameraFacts[K] | undefined }) {
  const present = Object.entries(facts).filter(([, value]) => value !== undefined);
  // The entries are those of `facts` with the absent ones left out.
  return Object.fromEntries(present) as CameraFacts;
}

/** EXIF tags by name (unrevived) → facts. */
export function readFacts(tags: Record<string, unknown>): TakenFacts {
  const description = cleanText(tags.ImageDescription);
  const iso = positive(tags.ISO ?? tags.ISOSpeedRatings, 0);
  return {
    camera: withoutAbsent({
      camera: cameraName(tags.Make, tags.Model),
      lens: cleanText(tags.LensModel) ?? undefined,
      focalLength: positive(tags.FocalLength, 1),
      aperture: positive(tags.FNumber, 1),
      shutter: shutterText(tags.ExposureTime),
      iso: iso === 0 ? undefined : iso,
    }),
    takenDate: plainDate(tags.DateTimeOriginal) ?? plainDate(tags.CreateDate),
    takenLocation: plainLocation(tags.latitude, tags.longitude),
    takenDescription: description && !FACTORY_TEXT.test(description) ? description : null,
  };
}
