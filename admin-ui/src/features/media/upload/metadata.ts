import { plainDate, plainDescription, plainLocation } from '@veldlicht/contract/file-facts';
import { mendTexts } from '@veldlicht/contract/metadata-text';
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

const tags = z.record(z.string(), z.unknown()).catch({});

/** What the metadata fills in: capture date, else creation date; position; description (spec §3). */
export function factsOf(metadata: unknown): FileFacts {
  const read = tags.parse(metadata);
  return {
    date: plainDate(read.DateTimeOriginal) ?? plainDate(read.CreateDate),
    location: plainLocation(read.latitude, read.longitude),
    description: plainDescription(read.ImageDescription),
  };
}

/** Reads a picture's metadata. Throws on formats the reader does not know. */
export async function readMetadata(file: File): Promise<FileFacts> {
  const { default: exifr } = await import('exifr');
  mendTexts(exifr.segmentParsers.get('tiff'));
  return factsOf(await exifr.parse((await findWebpExif(file)) ?? file, metadataOptions));
}
