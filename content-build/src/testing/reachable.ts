/** All that visitors can ask a web server for, now. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { liveFiles } from './release-tree.ts';

function filesBelow(folder: string): string[] {
  return readdirSync(folder).filter((name) => lstatSync(path.join(folder, name)).isFile());
}

/** Text by where it stands: pages and files of the live release, the index, names of pictures. */
export function reachable({ releases, publicMedia }: DataFolder): Map<string, string> {
  const found = liveFiles(releases);
  for (const place of [...found.keys()]) if (/\.(?:br|gz)$/.test(place)) found.delete(place);
  const index = path.join(releases, 'index');
  for (const name of filesBelow(index)) {
    if (/\.(?:br|gz)$/.test(name)) continue;
    found.set(`/bibliotheek/${name}`, readFileSync(path.join(index, name), 'latin1'));
  }
  for (const hash of readdirSync(publicMedia)) found.set(`/media/${hash}`, hash);
  return found;
}

/** Where a word can be read, and where a compressed twin stands without its file. */
export function placesOf(folder: DataFolder, word: string): string[] {
  const found = reachable(folder);
  return [...found].flatMap(([place, text]) =>
    place.includes(word) || text.includes(word) ? [place] : [],
  );
}
