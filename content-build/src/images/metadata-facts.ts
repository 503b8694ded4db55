/** From raw EXIF values to facts. Everything is doubted: wrong values become absent ones. */
import {
  cleanText,
  plainDate,
  plainDescription,
  plainLocation,
} from '@veldlicht/contract/file-facts';
import type { CameraFacts } from '@veldlicht/contract/media';
import { holdsPosition } from '@veldlicht/contract/position-shapes';

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

/** A name of a device, which visitors read: never a position, whatever wrote it there. */
function deviceName(value: unknown): string | undefined {
  const name = cleanText(value);
  return name && !holdsPosition(name) ? name : undefined;
}

/** Make and model in one line, the make not twice: 'Canon', 'Canon EOS R5' → 'Canon EOS R5'. */
export function cameraName(make: unknown, model: unknown): string | undefined {
  const brand = cleanText(make);
  const name = cleanText(model);
  if (!brand || !name) return deviceName(name ?? brand);
  const first = brand.split(' ')[0] ?? brand;
  const isNamed = name.toLowerCase().startsWith(first.toLowerCase());
  return deviceName(isNamed ? name : `${brand} ${name}`);
}

function withoutAbsent(facts: { [K in keyof CameraFacts]: CameraFacts[K] | undefined }) {
  const present = Object.entries(facts).filter(([, value]) => value !== undefined);
  // The entries are those of `facts` with the absent ones left out.
  return Object.fromEntries(present) as CameraFacts;
}

/** EXIF tags by name (unrevived) → facts. */
export function readFacts(tags: Record<string, unknown>): TakenFacts {
  const iso = positive(tags.ISO ?? tags.ISOSpeedRatings, 0);
  return {
    camera: withoutAbsent({
      camera: cameraName(tags.Make, tags.Model),
      lens: deviceName(tags.LensModel),
      focalLength: positive(tags.FocalLength, 1),
      aperture: positive(tags.FNumber, 1),
      shutter: shutterText(tags.ExposureTime),
      iso: iso === 0 ? undefined : iso,
    }),
    takenDate: plainDate(tags.DateTimeOriginal) ?? plainDate(tags.CreateDate),
    takenLocation: plainLocation(tags.latitude, tags.longitude),
    takenDescription: plainDescription(tags.ImageDescription),
  };
}
