/** Reads the metadata of pictures with exifr. Wrong and unreadable values are left out (spec §8). */
import { readFile } from 'node:fs/promises';
import { cleanText, factsOf, type Metadata } from '@veldlicht/contract/file-facts';
import { readBlocks, xmpBlock } from '@veldlicht/contract/metadata-text';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import exifr from 'exifr';
import type { TakenFacts } from './image-types.ts';

/** Formats seconds: 0.002 → '1/500', 0.5 → '0.5', 2 → '2'. */
export function shutterText(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || !(seconds > 0) || !Number.isFinite(seconds)) return undefined;
  return seconds < 0.3 ? `1/${Math.round(1 / seconds)}` : String(Math.round(seconds * 10) / 10);
}

function positive(value: unknown, digits: number): number | undefined {
  const number = Array.isArray(value) ? value[0] : value;
  if (typeof number !== 'number' || !(number > 0) || number > 1e7) return undefined;
  return Math.round(number * 10 ** digits) / 10 ** digits;
}

/** Cleans a device name, which is public; drops one that holds a position. */
function deviceName(value: unknown): string | undefined {
  const name = cleanText(value);
  return name && !holdsPosition(name) ? name : undefined;
}

/** Joins make and model: 'Canon', 'Canon EOS R5' → 'Canon EOS R5'. */
export function cameraName(make: unknown, model: unknown): string | undefined {
  const brand = cleanText(make);
  const name = cleanText(model);
  if (!brand || !name) return deviceName(name ?? brand);
  const first = brand.split(' ')[0] ?? brand;
  const isNamed = name.toLowerCase().startsWith(first.toLowerCase());
  return deviceName(isNamed ? name : `${brand} ${name}`);
}

export function readFacts(metadata: Metadata): TakenFacts {
  const tags: Record<string, unknown> = { ...Object(metadata.ifd0), ...Object(metadata.exif) };
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
    facts: factsOf(metadata),
  };
}

/** Reads the file with exifr; where that finds no EXIF, the blocks that other readers found. */
export async function readPictureFacts(
  file: string,
  { exif, xmp }: { exif: Buffer | null; xmp: Buffer | null },
): Promise<TakenFacts> {
  const own = xmp ? xmpBlock(exifr, xmp.toString()) : {};
  const inFile = await readBlocks(exifr, file).catch(() => null);
  const hasExif = inFile && ('ifd0' in inFile || 'exif' in inFile);
  const inBlock =
    hasExif || !exif ? null : await readBlocks(exifr, withoutPrefix(exif)).catch(logTrouble);
  return readFacts({ ...own, ...inFile, ...inBlock });
}

/** The parent logs standard error. */
function logTrouble(error: unknown): null {
  const why = cleanText(error instanceof Error ? error.message : String(error));
  process.stderr.write(`metadata could not be read: ${why}\n`);
  return null;
}

const [PACKET_START, PACKET_END] = ['<x:xmpmeta', '</x:xmpmeta>'];

/** Searches a file for XMP as text: neither sharp nor exifr reads that of GIF and animated AVIF. */
export async function findPacket(file: string): Promise<Buffer | null> {
  const bytes = await readFile(file);
  const start = bytes.indexOf(PACKET_START);
  const end = bytes.indexOf(PACKET_END, start);
  return start < 0 || end < 0 ? null : bytes.subarray(start, end + PACKET_END.length);
}

/** `ColorSpace` of EXIF that is not sRGB. */
const UNCALIBRATED = 65_535;

/** Whether EXIF states Adobe RGB without a profile (DCF 2.0, option file). */
export async function isAdobeByExif(exif: Buffer | undefined): Promise<boolean> {
  const blocks = exif && (await readBlocks(exifr, withoutPrefix(exif)).catch(() => null));
  const { ColorSpace } = Object(blocks?.exif);
  return ColorSpace === UNCALIBRATED && Object(blocks?.interop).InteropIndex === 'R03';
}

/** exifr expects the TIFF header first. */
function withoutPrefix(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
}
