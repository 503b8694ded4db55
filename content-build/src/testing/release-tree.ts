/** A release as visitors can read it, and all that they can ask a web server for. */
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';

/** Every file that visitors can ask of the live release, by its place, as text. */
export function liveFiles(releases: string): Map<string, string> {
  const root = realpathSync(path.join(releases, 'current'));
  const found = new Map<string, string>();
  const walk = (folder: string) => {
    for (const name of readdirSync(path.join(root, folder)).sort()) {
      const place = path.join(folder, name);
      const facts = statSync(path.join(root, place));
      if (facts.isDirectory()) walk(place);
      else found.set(place, readFileSync(path.join(root, place), 'latin1'));
    }
  };
  walk('');
  return found;
}

/** Links inside a folder, without following them. */
export function linksBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const place = path.join(folder, name);
    const facts = lstatSync(place);
    if (facts.isSymbolicLink()) return [place];
    return facts.isDirectory() ? linksBelow(place) : [];
  });
}

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
