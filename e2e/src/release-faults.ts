/**
 * Whether what is live is one whole release: read from the files alone, by a second pair of eyes that
 * shares no code with what made it (faults F5, F6).
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

interface Page {
  path: string;
  file: string;
  sha256: string;
}

/** Names below a folder with a text in them; what is removed meanwhile is none. */
function namedBelow(folder: string, text: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const place = path.join(folder, entry.name);
      const below = entry.isDirectory() ? namedBelow(place, text) : [];
      return entry.name.includes(text) ? [place, ...below] : below;
    });
  } catch {
    return [];
  }
}

/** What is wrong with the live release of a data folder at rest, as one line each. */
export function releaseFaults(dataDir: string): string[] {
  const releases = path.join(dataDir, 'releases');
  const manifests = path.join(releases, 'manifests');
  const faults: string[] = [];
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  const current = path.join(releases, 'current');
  if (!lstatSync(current).isSymbolicLink()) return ['current is no link'];
  const id = readlinkSync(current);
  const manifest = read(path.join(manifests, 'releases', `${id}.json`));
  const check = (folder: string, pages: Page[]) => {
    for (const page of pages) {
      const file = path.join(releases, id, folder, page.file);
      if (!existsSync(file)) faults.push(`${page.path} is missing`);
      else if (createHash('sha256').update(readFileSync(file)).digest('hex') !== page.sha256)
        faults.push(`${page.path} is damaged`);
    }
  };
  check('', manifest.pages);
  for (const [folder, version] of Object.entries<string>(manifest.shards)) {
    const file = path.join(manifests, folder.replace('/', '-'), `${version}.json`);
    check(folder, read(file).pages);
    const target = readlinkSync(path.join(releases, id, folder));
    if (path.basename(target) !== version) faults.push(`${folder} leads to ${target}`);
  }
  for (const { search, view } of Object.values<{ search: string; view: string }>(manifest.chunks))
    for (const name of [search, view])
      if (!existsSync(path.join(releases, 'index', name))) faults.push(`${name} is missing`);
  for (const name of manifest.assets)
    if (!existsSync(path.join(releases, 'assets/_astro', name))) faults.push(`${name} is missing`);
  for (const folder of [releases, path.join(dataDir, 'public/media')])
    for (const place of namedBelow(folder, 'tmp')) faults.push(`${place} was left lying about`);
  return faults;
}
