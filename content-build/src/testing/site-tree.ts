/** The folder of the site as visitors can read it. */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';

/** Every page and file of the site but pictures, by its place, as text. */
export function liveFiles(root: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (folder: string) => {
    for (const name of readdirSync(path.join(root, folder)).sort()) {
      const place = path.join(folder, name);
      if (place === 'media') continue;
      if (lstatSync(path.join(root, place)).isDirectory()) walk(place);
      else found.set(place, readFileSync(path.join(root, place), 'latin1'));
    }
  };
  if (existsSync(root)) walk('');
  return found;
}

/** Text by where it stands: pages and files, names of pictures, the lists of the API. */
export function reachable({
  publicSite,
  publicMedia,
  publicLists,
}: DataFolder): Map<string, string> {
  const found = liveFiles(publicSite);
  // A compressed form without its file can't be asked for.
  for (const place of [...found.keys()])
    if (/\.(?:br|gz)$/.test(place) && found.has(place.slice(0, -3))) found.delete(place);
  if (existsSync(publicMedia))
    for (const hash of readdirSync(publicMedia)) found.set(`/media/${hash}`, hash);
  // Drafts have a dot before their names.
  for (const [name, text] of liveFiles(publicLists))
    if (/^[a-z]+\.json$/.test(name)) found.set(`/api/${name}`, text);
  return found;
}

/** Where a word can be read, and where a compressed form stands without its file. */
export function placesOf(folder: DataFolder, word: string): string[] {
  return [...reachable(folder)].flatMap(([place, text]) =>
    place.includes(word) || text.includes(word) || /\.(?:br|gz)$/.test(place) ? [place] : [],
  );
}
