/** Reading metadata is never fatal: what cannot be read is absent (spec §8). */
import { cleanText } from '@veldlicht/contract/file-facts';
import { mendTexts } from '@veldlicht/contract/metadata-text';
import exifr from 'exifr';
import { NO_FACTS, readFacts, type TakenFacts } from './metadata-facts.ts';

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

/** What a process says on its standard error, its parent logs. */
function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Facts of a picture: from the file, else from the EXIF block the decoder found. What cannot be
 * read is absent; `warn` hears why.
 */
export async function readPictureFacts(
  file: string,
  exif: Buffer | null,
  warn = complain,
): Promise<TakenFacts> {
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
    warn(`metadata could not be read: ${why}`);
  }
  return NO_FACTS;
}

/** What EXIF calls a colour space that is not sRGB. */
const UNCALIBRATED = 65_535;

/**
 * Whether a block of EXIF says Adobe RGB as cameras do that write no profile (DCF 2.0): not sRGB, and
 * by the rules for its option files.
 */
export async function isAdobeByExif(exif: Buffer): Promise<boolean> {
  const tags = await parse(withoutPrefix(exif)).catch(() => null);
  return tags?.ColorSpace === UNCALIBRATED && tags.InteropIndex === 'R03';
}

/** exifr wants the TIFF header first. */
function withoutPrefix(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
}
