/** The folder that web servers serve: the file of an address is named by `nameOf`, with compressed forms beside it. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { changedParents, syncFilesystem, syncPath } from '@veldlicht/database/durable-file';
import { mapLimited } from '@veldlicht/database/map-limited';
import { addressOf, nameOf } from './address-name.ts';

/** Endings of the forms that a web server chooses from. */
export type FileForm = '' | '.br' | '.gz';

const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt|xml|webmanifest)$/;

/** Forms of a file, by name. */
export function formsOf(file: string): readonly FileForm[] {
  // The plain form last: once it exists, so do the compressed ones.
  return COMPRESSIBLE.test(file) ? ['.br', '.gz', ''] : [''];
}

/** Folders whose files are not pages: hashed assets, and links to renditions. */
export const ASSETS = '_astro';
const MEDIA = 'media';

export const fileAt = (root: string, address: string) => path.join(root, nameOf(address, 'file'));

/** Renames all forms into place. Returns the folders to sync. */
export function moveIn(root: string, address: string, staged: string): string[] {
  const file = fileAt(root, address);
  const folder = path.dirname(file);
  const first = mkdirSync(folder, { recursive: true });
  for (const form of formsOf(file)) renameSync(staged + form, file + form);
  return [folder, ...changedParents(folder, first)];
}

/** Removes all forms of a page; idempotent. Returns the folder to sync. */
export function takeAway(root: string, address: string): string {
  const file = fileAt(root, address);
  // The plain form first: web servers look for compressed ones only beside it.
  for (const form of formsOf(file).toReversed()) rmSync(file + form, { force: true });
  return path.dirname(file);
}

/** The file system merges concurrent syncs. */
const SYNCS_AT_ONCE = 16;
/** From this many paths on, one sync of the whole file system is cheaper. Linux only. */
const BULK = 200;

/** Syncs files and folders; missing ones are skipped. */
export async function syncAll(root: string, places: Iterable<string>): Promise<void> {
  const all = [...new Set(places)];
  if (process.platform === 'linux' && all.length > BULK) await syncFilesystem(root);
  else await mapLimited(all, SYNCS_AT_ONCE, syncPath);
}

/** Yields every file except assets and renditions, with its address, or null if no page has that name. */
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
