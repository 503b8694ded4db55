/** The folder that web servers serve: each address is the file that `nameOf` says, with compressed forms beside it. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { changedParents, syncFilesystem, syncPath } from '@veldlicht/database/durable-file';
import { mapLimited } from '@veldlicht/database/map-limited';
import { addressOf, nameOf } from './address-name.ts';

/** The forms of a file that a web server chooses from, by the ending of their names. */
export type FileForm = '' | '.br' | '.gz';

/** Kinds of files that compressing makes smaller. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt|xml|webmanifest)$/;

/** The endings under which a file stands beside its own name, '' being the name itself. */
export function formsOf(file: string): readonly FileForm[] {
  // Its own name last: where it stands, its compressed forms stand too.
  return COMPRESSIBLE.test(file) ? ['.br', '.gz', ''] : [''];
}

/** Folders of the site whose files are not pages: named by their content, or links to renditions. */
export const ASSETS = '_astro';
const MEDIA = 'media';

export const fileAt = (root: string, address: string) => path.join(root, nameOf(address, 'file'));

/** Puts a file with all its forms in place, each by one rename; answers the folders that have a new name now. */
export function moveIn(root: string, address: string, staged: string): string[] {
  const file = fileAt(root, address);
  const folder = path.dirname(file);
  const first = mkdirSync(folder, { recursive: true });
  for (const form of formsOf(file)) renameSync(staged + form, file + form);
  return [folder, ...changedParents(folder, first)];
}

/** Takes an address off the site; it may be gone already. Answers the folder that has lost a name. */
export function takeAway(root: string, address: string): string {
  const file = fileAt(root, address);
  // The plain form first: web servers look for a compressed one only beside it.
  for (const form of formsOf(file).toReversed()) rmSync(file + form, { force: true });
  return path.dirname(file);
}

/** Syncs under way at once: the file system merges them. */
const SYNCS_AT_ONCE = 16;
/** From here on flushing the whole file system is cheaper than one by one. Linux only. */
const BULK = 200;

/** Waits until files, or names in folders, are on disk. Those that are gone are passed over. */
export async function syncAll(root: string, places: Iterable<string>): Promise<void> {
  const all = [...new Set(places)];
  if (process.platform === 'linux' && all.length > BULK) await syncFilesystem(root);
  else await mapLimited(all, SYNCS_AT_ONCE, syncPath);
}

/** Every file of the site that is a page's or nobody's, with its address; null for a name that no page has. */
export async function* filesOf(
  root: string,
  below = '',
): AsyncGenerator<{ file: string; address: string | null }> {
  const folder = await opendir(path.join(root, below)).catch(() => null);
  if (!folder) return;
  for await (const entry of folder) {
    const name = path.posix.join(below, entry.name);
    if (name === ASSETS || name === MEDIA) continue;
    if (entry.isDirectory()) yield* filesOf(root, name);
    else
      yield {
        file: path.join(root, name),
        address: addressOf(name.replace(/\.(?:br|gz)$/, ''), 'file'),
      };
  }
}
