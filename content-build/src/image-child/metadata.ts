/** What a picture or video says of itself. All of it is doubted: what is wrong or can't be read is absent (spec §8). */
import {
  cleanText,
  plainDate,
  plainDescription,
  plainLocation,
} from '@veldlicht/contract/file-facts';
import { mendTexts } from '@veldlicht/contract/metadata-text';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import exifr from 'exifr';
import type { TakenFacts } from './image-types.ts';

const NO_FACTS: TakenFacts = {
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

/** EXIF tags by name (unrevived) → facts. */
export function readFacts(tags: Record<string, unknown>): TakenFacts {
  const iso = positive(tags.ISO ?? tags.ISOSpeedRatings, 0);
  return {
    camera: {
      camera: cameraName(tags.Make, tags.Model),
      lens: deviceName(tags.LensModel),
      focalLength: positive(tags.FocalLength, 1),
      aperture: positive(tags.FNumber, 1),
      shutter: shutterText(tags.ExposureTime),
      iso: iso === 0 ? undefined : iso,
    },
    takenDate: plainDate(tags.DateTimeOriginal) ?? plainDate(tags.CreateDate),
    takenLocation: plainLocation(tags.latitude, tags.longitude),
    takenDescription: plainDescription(tags.ImageDescription),
  };
}

/** `reviveValues` would make local-time dates and shift the day. */
const options = {
  tiff: true,
  ifd0: {},
  exif: true,
  gps: true,
  interop: true,
  xmp: false,
  icc: false,
  iptc: false,
  reviveValues: false,
};

mendTexts(exifr.segmentParsers.get('tiff'));

/** Tags by name; null when there are none. Throws whatever a damaged file makes exifr throw. */
async function parse(source: string | Buffer): Promise<Record<string, unknown> | null> {
  const tags: unknown = await exifr.parse(source, options);
  if (typeof tags !== 'object' || tags === null) return null;
  if ('errors' in tags) throw new Error(String(tags.errors));
  // exifr gives a plain object of tag names; each value is checked where it is used.
  return tags as Record<string, unknown>;
}

/** Facts of a picture: from the file, else from the EXIF block the decoder found. */
export async function readPictureFacts(file: string, exif: Buffer | null): Promise<TakenFacts> {
  let trouble: unknown = null;
  for (const source of [file, exif && withoutPrefix(exif)]) {
    if (!source) continue;
    try {
      const tags = await parse(source);
      if (tags) return readFacts(tags);
    } catch (error) {
      trouble = error;
    }
  }
  // Without a block of EXIF there is nothing to read, whatever exifr thinks of the format.
  if (trouble && exif) {
    const why = cleanText(trouble instanceof Error ? trouble.message : String(trouble));
    // What a process says on its standard error, its parent logs.
    process.stderr.write(`metadata could not be read: ${why}\n`);
  }
  return NO_FACTS;
}

/** What EXIF calls a colour space that is not sRGB. */
const UNCALIBRATED = 65_535;

/**
 * Whether a block of EXIF says Adobe RGB as cameras do that write no profile (DCF 2.0): not sRGB, and
 * by the rules for its option files.
 */
export async function isAdobeByExif(exif: Buffer | undefined): Promise<boolean> {
  const tags = exif && (await parse(withoutPrefix(exif)).catch(() => null));
  return tags?.ColorSpace === UNCALIBRATED && tags.InteropIndex === 'R03';
}

/** exifr wants the TIFF header first. */
function withoutPrefix(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
}
