/**
 * The folder that web servers serve as /media: one relative link per published content hash. What
 * is not linked can't be reached, whatever its file is called (threat T25).
 */
import { lstat, readdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncPath } from '@veldlicht/database/durable-file';

/** Hashes that are linked now; what a killed publish left half linked is removed. */
export async function linkedMedia(publicFolder: string): Promise<Set<string>> {
  await makeFolder(publicFolder);
  const names = await readdir(publicFolder);
  for (const name of names)
    if (name.endsWith('.tmp')) await rm(path.join(publicFolder, name), { force: true });
  return new Set(names.filter((name) => /^[0-9a-f]{32}$/.test(name)));
}

/** Links the rendition folders of these hashes; repeating it changes nothing. */
export async function linkMedia(
  publicFolder: string,
  renditionsFolder: string,
  hashes: Iterable<string>,
): Promise<void> {
  let isChanged = false;
  for (const hash of hashes) {
    const place = path.join(publicFolder, hash);
    if (await lstat(place).catch(() => null)) continue;
    const target = path.relative(publicFolder, path.join(renditionsFolder, hash));
    const temporary = `${place}.tmp`;
    await rm(temporary, { force: true });
    await symlink(target, temporary);
    await rename(temporary, place);
    isChanged = true;
  }
  if (isChanged) await syncPath(publicFolder);
}

/** Takes pictures off the web: their addresses answer 404 from then on. */
export async function unlinkMedia(publicFolder: string, hashes: Iterable<string>): Promise<void> {
  let isChanged = false;
  for (const hash of hashes) {
    await rm(path.join(publicFolder, hash), { force: true });
    isChanged = true;
  }
  if (isChanged) await syncPath(publicFolder);
}
