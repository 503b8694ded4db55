/** The published files. */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';

/** Pages and files, without renditions, as text by path. */
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

/** All that visitors can read, as text by place: files, names of renditions, lists of the API. */
export function reachable({
  publicSite,
  publicMedia,
  publicLists,
}: DataFolder): Map<string, string> {
  const found = liveFiles(publicSite);
  // A compressed form without its file is not served.
  for (const place of [...found.keys()])
    if (/\.(?:br|gz)$/.test(place) && found.has(place.slice(0, -3))) found.delete(place);
  if (existsSync(publicMedia))
    for (const hash of readdirSync(publicMedia)) found.set(`/media/${hash}`, hash);
  // Drafts begin with a dot.
  for (const [name, text] of liveFiles(publicLists))
    if (/^[a-z]+\.json$/.test(name)) found.set(`/api/${name}`, text);
  return found;
}

/** Places that contain a word, and compressed forms without their file. */
export function placesOf(folder: DataFolder, word: string): string[] {
  return [...reachable(folder)].flatMap(([place, text]) =>
    place.includes(word) || text.includes(word) || /\.(?:br|gz)$/.test(place) ? [place] : [],
  );
}
