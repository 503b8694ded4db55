import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

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
