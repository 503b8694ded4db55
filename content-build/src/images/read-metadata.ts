/** Reading metadata is never fatal: what cannot be read is absent (spec §8). */
import exifr from 'exifr';
import { NO_FACTS, readFacts, type TakenFacts } from './metadata-facts.ts';

/** `reviveValues` would make local-time dates and shift the day. */
const options = {
  tiff: true,
  ifd0: {},
  exif: true,
  gps: true,
  xmp: false,
  icc: false,
  iptc: false,
  reviveValues: false,
};

async function parse(source: string | Buffer): Promise<Record<string, unknown> | null> {
  try {
    const tags: unknown = await exifr.parse(source, options);
    if (typeof tags !== 'object' || tags === null || 'errors' in tags) return null;
    // exifr gives a plain object of tag names; each value is checked where it is used.
    return tags as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Facts of a picture: from the file, else from the EXIF block the decoder found. */
export async function readPictureFacts(file: string, exif: Buffer | null): Promise<TakenFacts> {
  const tags = (await parse(file)) ?? (exif && (await parse(withoutPrefix(exif))));
  try {
    return tags ? readFacts(tags) : NO_FACTS;
  } catch {
    return NO_FACTS;
  }
}

/** exifr wants the TIFF header first. */
function withoutPrefix(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
}
