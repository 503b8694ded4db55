/** The renditions folder of one content hash: every file in it is complete or absent (reliability F2). */
import { randomInt } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FIRST_NAME } from '@veldlicht/contract/ladder';
import type { Rendition } from '@veldlicht/contract/renditions';
import { syncPath } from '@veldlicht/database/durable-file';
import { linkOrCopy } from '@veldlicht/database/link-or-copy';

const TEMPORARY = '.tmp';

/** Makes the folder, and removes temporary files of a killed process. */
export async function prepareFolder(root: string, hash: string): Promise<string> {
  const folder = path.join(root, hash);
  if (await mkdir(folder, { recursive: true })) await syncPath(root);
  const names = await readdir(folder);
  const left = names.filter((name) => name.endsWith(TEMPORARY));
  await Promise.all(left.map((name) => rm(path.join(folder, name), { force: true })));
  return folder;
}

/** Size in bytes; null when the rendition is missing. */
export async function renditionSize(folder: string, name: string): Promise<number | null> {
  const found = await stat(path.join(folder, name)).catch(() => null);
  return found?.size ?? null;
}

/** Moves the file that `write` makes durably to `name`. Returns the size in bytes. */
export async function writeWith(
  folder: string,
  name: string,
  write: (temporary: string) => Promise<unknown>,
): Promise<number> {
  const temporary = path.join(folder, `${name}${TEMPORARY}`);
  try {
    await write(temporary);
    // Web servers send the mtime, which would be that of the upload (decision 009). Set by path: Node's permission
    // model forbids it by handle.
    const time = randomInt(1_000_000_000);
    await utimes(temporary, time, time);
    await using handle = await open(temporary, 'r+');
    await handle.sync();
    await rename(temporary, path.join(folder, name));
    await syncPath(folder);
    return (await handle.stat()).size;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Links `FIRST_NAME`, the permanent address, to the first JPEG. Returns the stills and that one. */
export async function linkFirst<Still extends Rendition>(
  folder: string,
  stills: Still[],
): Promise<Still[]> {
  const first = stills.find(({ format }) => format === 'jpg');
  if (!first) return stills;
  const from = path.join(folder, first.name);
  await writeWith(folder, FIRST_NAME, (to) => linkOrCopy(from, to, 0o644));
  return [...stills, { ...first, name: FIRST_NAME }];
}

export function writeRendition(folder: string, name: string, bytes: Buffer): Promise<number> {
  return writeWith(folder, name, (temporary) => writeFile(temporary, bytes));
}
