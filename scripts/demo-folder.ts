/** `npm run demo -- FOLDER`: your own photographs instead of the demo's, described by their metadata. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { nameWithoutExtension } from '@veldlicht/contract/draft';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import type { ApiClient } from './api-client.ts';

/** Maximum number of photographs; the last ones by name are used. */
const MOST = 60;
const types: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.heic': 'image/heic',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
};

/** Category of a file without one. */
const CATEGORY = 'landscape';

const typeOf = (file: string) => types[path.extname(file).toLowerCase()];

/** Photographs in a folder and its subfolders. Throws when there are none. */
export function photosIn(folder: string): string[] {
  if (!existsSync(folder)) throw new TerminalError(`There is no folder ${folder}.`);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(typeOf).sort();
  if (names.length === 0) throw new TerminalError(`${folder} has no photographs.`);
  return names.slice(-MOST).map((name) => path.join(folder, name));
}

/** Adds photographs that the demo does not have yet. */
export async function addPhotos(client: ApiClient, files: string[]): Promise<void> {
  for (const [i, file] of files.entries()) {
    const originalName = path.basename(file);
    try {
      const { objectPath, matches, words } = await client.upload(
        new Uint8Array(readFileSync(file)),
        typeOf(file) ?? 'image/jpeg',
      );
      if (matches.same.length > 0) continue;
      for (const tag of words.tags) await client.addTag(tag);
      const { date, description, location, tags } = words;
      await client.addMedia({
        date,
        description,
        location,
        tags,
        imageUrl: objectPath,
        title: words.title || nameWithoutExtension(originalName),
        category: words.category ?? CATEGORY,
        species: words.species.map(({ scientificName }) => scientificName),
      });
      console.log(`  ${i + 1} of ${files.length}   ${originalName}`);
    } catch (error) {
      // An unreadable file does not stop the others.
      console.log(`  ${i + 1} of ${files.length}   ${originalName}: ${String(error)}`);
    }
  }
}

/** Removes the data folder of a demo with your own photographs. */
export function removeDemo(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  console.log(`${folder} is gone.`);
}
