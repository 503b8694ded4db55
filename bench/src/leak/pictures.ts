/** What the files of pictures tell beside their pixels. */
import sharp from 'sharp';
import type { Capture } from './crawl.ts';
import { daysIn, type Place, placesIn } from './evidence.ts';
import type { Said } from './fragments.ts';

const GPS_DIRECTORY = 0x8825;

/** The three rationals of a coordinate in EXIF, as degrees. */
function degreesAt(tiff: Buffer, at: number, read32: (at: number) => number): number {
  const part = (i: number) => read32(at + 8 * i) / (read32(at + 8 * i + 4) || 1);
  return at + 24 > tiff.length ? Number.NaN : part(0) + part(1) / 60 + part(2) / 3600;
}

/** The position in a block of EXIF. */
export function gpsOf(exif: Buffer): { lat: number; lon: number } | null {
  const start = exif.indexOf('Exif\0\0') + 1 ? exif.indexOf('Exif\0\0') + 6 : 0;
  const tiff = exif.subarray(start);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const read32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const entries = (at: number) =>
    Array.from({ length: read16(at) }, (_, i) => at + 2 + 12 * i).map(
      (entry) => [read16(entry), read32(entry + 8)] as const,
    );
  try {
    const gps = entries(read32(4)).find(([tag]) => tag === GPS_DIRECTORY)?.[1];
    if (gps === undefined) return null;
    const values = new Map(entries(gps));
    const at = (tag: number) => degreesAt(tiff, values.get(tag) ?? tiff.length, read32);
    const [lat, lon] = [at(2), at(4)];
    return Number.isNaN(lat + lon) ? null : { lat, lon };
  } catch {
    return null;
  }
}

/** "52,7.8736N" of XMP, as degrees. */
function xmpPosition(text: string): { lat: number; lon: number } | null {
  const read = (name: string) => {
    const [, whole, minutes] = new RegExp(`${name}[^\\d]{1,4}(\\d+),([\\d.,]+)`).exec(text) ?? [];
    return whole && minutes ? Number(whole) + Number(minutes.replace(',', '.')) / 60 : Number.NaN;
  };
  const [lat, lon] = [read('GPSLatitude'), read('GPSLongitude')];
  return Number.isNaN(lat + lon) ? null : { lat, lon };
}

/** A picture says this of its item. */
export type PictureSays = Said & { place?: Place };

async function readPicture(body: Buffer): Promise<{ texts: string[]; places: Place[] }> {
  const { exif, xmp, iptc } = await sharp(body).metadata();
  const bytes = body.toString('latin1');
  const texts = [xmp, iptc, exif].flatMap((block) => (block ? [block.toString('utf8')] : []));
  // What no program calls metadata: a comment, a block of a kind that nobody knows.
  if (daysIn(bytes).length > 0 || /GPS(?:Latitude|Position)/.test(bytes)) texts.push(bytes);
  const positions = [exif && gpsOf(exif), ...texts.map(xmpPosition)];
  const exact = positions.flatMap((one) =>
    one ? [{ kind: 'point' as const, ...one, km2: 1e-4 }] : [],
  );
  return { texts, places: [...exact, ...texts.flatMap(placesIn)] };
}

/**
 * What each picture says; `ownerOf` knows the item by the folder of a picture. What most of them say alike, as a
 * colour profile has the year it was made in, is about none of them.
 */
export async function readPictures(
  capture: Capture,
  ownerOf: Map<string, string>,
): Promise<PictureSays[]> {
  const said: PictureSays[] = [];
  const counts = new Map<string, number>();
  let pictures = 0;
  for (const [path, { status, body }] of capture) {
    const item = ownerOf.get(path.split('/')[2] ?? '');
    if (status !== 200 || !item || !/^\/media\/.*\.(?:jpg|avif)$/.test(path)) continue;
    pictures++;
    const { texts, places } = await readPicture(body);
    for (const text of texts)
      for (const { at } of daysIn(text)) {
        const day = text.slice(at, at + 30);
        counts.set(day, (counts.get(day) ?? 0) + 1);
        said.push({ item, text: day, source: path });
      }
    for (const place of places) said.push({ item, text: '', source: path, place });
  }
  return said.filter(({ text, place }) => place || (counts.get(text) ?? 0) < pictures / 2);
}
