/** What is known of an item that moves in: its line first, then the XMP beside its file, then the file itself. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileFacts, factsOf, NO_FACTS, plainLocation } from '@veldlicht/contract/file-facts';
import { metadataText, xmpBlock } from '@veldlicht/contract/metadata-text';
import type { MovedItem } from '@veldlicht/contract/moving';
import { ifMissing } from '@veldlicht/database/system-errors';
import exifr from 'exifr';

/** Reads the XMP beside a file: `ree.jpg.xmp`, or `ree.xmp`; no facts without one. */
export async function readSidecar(folder: string, file: string): Promise<FileFacts> {
  const { dir, name } = path.parse(file);
  for (const beside of [`${file}.xmp`, path.join(dir, `${name}.xmp`)]) {
    const bytes = await readFile(path.join(folder, beside)).catch(ifMissing(null));
    if (bytes) return factsOf(xmpBlock(exifr, metadataText(bytes)));
  }
  return NO_FACTS;
}

/** Day, time and offset of an item. */
function momentOf({ takenLocal, offset, takenAt }: MovedItem, read: readonly FileFacts[]) {
  if (takenLocal !== undefined) {
    const [date = null, time = null] = takenLocal?.split('T') ?? [];
    return { date, time, offset: offset ?? null };
  }
  const dated = read.find((facts) => facts.date !== null);
  if (dated) return { date: dated.date, time: dated.time, offset: dated.offset };
  const [date = null, time = null] = takenAt?.split(/[TZ.]/) ?? [];
  return { date, time, offset: time && '+00:00' };
}

/** Merges what is known of an item; a field of its line that is null says that there is none. */
export function factsOfItem(
  item: MovedItem,
  sidecar: FileFacts,
  embedded: FileFacts = NO_FACTS,
): FileFacts {
  const read = <Name extends 'title' | 'description' | 'location' | 'city'>(name: Name) =>
    sidecar[name] ?? embedded[name];
  const { title = read('title'), description = read('description'), lat, lon } = item;
  const isPlaced = [lat, lon, item.place].some((part) => part !== undefined);
  const place = plainLocation(lat, lon) ?? item.place ?? null;
  const keywords = sidecar.keywords.length > 0 ? sidecar.keywords : embedded.keywords;
  return {
    ...embedded,
    ...momentOf(item, [sidecar, embedded]),
    title,
    description,
    keywords: item.keywords ?? keywords,
    location: isPlaced ? place : read('location'),
    city: isPlaced ? null : read('city'),
    cut: [],
  };
}
