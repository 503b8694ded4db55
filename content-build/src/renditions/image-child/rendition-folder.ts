/** The folder of one content hash: every file in it is complete or absent (reliability F2). */
import { randomInt } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncPath } from '@veldlicht/database/durable-file';
import { linkOrCopy } from '@veldlicht/database/link-or-copy';

const TEMPORARY = '.tmp';

/** Makes the folder, and clears away what a killed process left half written. */
export async function prepareFolder(root: string, hash: string): Promise<string> {
  const folder = path.join(root, hash);
  if (await mkdir(folder, { recursive: true })) await syncPath(root);
  const names = await readdir(folder);
  const left = names.filter((name) => name.endsWith(TEMPORARY));
  await Promise.all(left.map((name) => rm(path.join(folder, name), { force: true })));
  return folder;
}

/** The size in bytes of a rendition; null when it is not there. Under its real name it is complete. */
export async function renditionSize(folder: string, name: string): Promise<number | null> {
  const found = await stat(path.join(folder, name)).catch(() => null);
  return found?.size ?? null;
}

/** Gives work a temporary path in the folder, and clears it away afterwards. */
export async function withTemporary<T>(
  folder: string,
  name: string,
  work: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = path.join(folder, `${name}${TEMPORARY}`);
  try {
    return await work(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Web servers tell the time of a file, which would be that of the upload (decision 064). By its path: a process that
 * Node shuts in may not do it by a handle.
 */
async function hideTime(file: string): Promise<void> {
  const time = randomInt(1_000_000_000);
  await utimes(file, time, time);
}

/** Puts what `write` leaves at its path durably under a name. Returns the size in bytes. */
export async function writeWith(
  folder: string,
  name: string,
  write: (temporary: string) => Promise<void>,
): Promise<number> {
  return withTemporary(folder, name, async (temporary) => {
    await write(temporary);
    await hideTime(temporary);
    await using handle = await open(temporary, 'r+');
    await handle.sync();
    await rename(temporary, path.join(folder, name));
    await syncPath(folder);
    return (await handle.stat()).size;
  });
}

/** Has a name lead to another file of the folder: a link where that is possible, else a copy. */
export async function linkRendition(folder: string, from: string, name: string): Promise<void> {
  await withTemporary(folder, name, async (temporary) => {
    await linkOrCopy(path.join(folder, from), temporary, 0o644);
    await hideTime(temporary);
    await rename(temporary, path.join(folder, name));
    await syncPath(folder);
  });
}

/** Stores bytes durably under a name. Returns their number. */
export function writeRendition(folder: string, name: string, bytes: Buffer): Promise<number> {
  return writeWith(folder, name, (temporary) => writeFile(temporary, bytes));
}
