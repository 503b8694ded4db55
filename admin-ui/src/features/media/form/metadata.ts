import { formatCoordinates } from '@veldlicht/contract/location';
import type { FileFacts } from '@veldlicht/contract/upload';
import { z } from 'zod';
import { findWebpExif } from './webp-exif.ts';

/** Told to the reader: raw values, since its dates would shift the day with the time zone. */
export const metadataOptions = {
  pick: [
    'ImageDescription',
    'DateTimeOriginal',
    'CreateDate',
    'GPSLatitude',
    'GPSLatitudeRef',
    'GPSLongitude',
    'GPSLongitudeRef',
  ],
  reviveValues: false,
};

/** As a camera writes it; what is damaged counts as missing. */
const tags = z.object({
  ImageDescription: z.string().optional().catch(undefined),
  DateTimeOriginal: z.string().optional().catch(undefined),
  CreateDate: z.string().optional().catch(undefined),
  latitude: z.number().min(-90).max(90).optional().catch(undefined),
  longitude: z.number().min(-180).max(180).optional().catch(undefined),
});

/** '2024:05:04 03:02:01' → '2024-05-04'; null for the empty dates that some cameras write. */
function plainDate(text: string | undefined): string | null {
  const parts = /^(\d{4})[:-](\d{2})[:-](\d{2})/.exec(text ?? '');
  if (!parts) return null;
  const date = `${parts[1]}-${parts[2]}-${parts[3]}`;
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : null;
}

/** What the metadata fills in: capture date, else creation date; position; description (spec §3). */
export function factsOf(metadata: unknown): FileFacts {
  const read = tags.safeParse(metadata ?? {});
  if (!read.success) return { date: null, location: null, description: null };
  const { latitude, longitude, ImageDescription } = read.data;
  const placed = latitude !== undefined && longitude !== undefined;
  return {
    date: plainDate(read.data.DateTimeOriginal) ?? plainDate(read.data.CreateDate),
    location: placed ? formatCoordinates({ lat: latitude, lon: longitude }) : null,
    description: ImageDescription?.replaceAll('\0', '').trim() || null,
  };
}

/** Reads a picture's metadata. Throws on formats the reader does not know. */
export async function readMetadata(file: File): Promise<FileFacts> {
  const { default: exifr } = await import('exifr');
  return factsOf(await exifr.parse((await findWebpExif(file)) ?? file, metadataOptions));
}
