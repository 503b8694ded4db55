/**
 * The folder served as /media: one relative link per published content hash. A rendition that is not linked can't be
 * reached (threat T25).
 */
import { lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncPath } from '@veldlicht/database/durable-file';

/** Names in the folder: hashes, and anything else. */
export async function linkedMedia(publicFolder: string): Promise<Set<string>> {
  await makeFolder(publicFolder);
  return new Set(await readdir(publicFolder));
}

/** Links the renditions folders of these hashes. Returns whether it added any; new links are not synced yet. */
export function addLinks(
  publicFolder: string,
  renditionsFolder: string,
  hashes: Iterable<string>,
): boolean {
  let isChanged = false;
  mkdirSync(publicFolder, { recursive: true });
  for (const hash of hashes) {
    const place = path.join(publicFolder, hash);
    if (lstatSync(place, { throwIfNoEntry: false })) continue;
    symlinkSync(path.relative(publicFolder, path.join(renditionsFolder, hash)), place);
    isChanged = true;
  }
  return isChanged;
}

/** Links and syncs; idempotent. */
export async function linkMedia(
  publicFolder: string,
  renditionsFolder: string,
  hashes: Iterable<string>,
): Promise<void> {
  if (addLinks(publicFolder, renditionsFolder, hashes)) await syncPath(publicFolder);
}

/** Removes links; their addresses then answer 404. */
export async function unlinkMedia(publicFolder: string, hashes: Iterable<string>): Promise<void> {
  let isChanged = false;
  for (const hash of hashes) {
    await rm(path.join(publicFolder, hash), { force: true });
    isChanged = true;
  }
  if (isChanged) await syncPath(publicFolder);
}
