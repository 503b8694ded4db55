/** The folder of one content hash: every file in it is complete or absent (reliability F2). */
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, replaceFile, syncPath } from '#durable-file.ts';

const TEMPORARY = '.tmp';

/** Makes the folder, and clears away what a killed process left half written. */
export async function prepareFolder(root: string, hash: string): Promise<string> {
  const folder = path.join(root, hash);
  await makeFolder(folder);
  const names = await readdir(folder);
  const left = names.filter((name) => name.endsWith(TEMPORARY));
  await Promise.all(left.map((name) => rm(path.join(folder, name), { force: true })));
  return folder;
}

/** Stores bytes durably under a name. Returns their number. */
export async function writeRendition(folder: string, name: string, bytes: Buffer): Promise<number> {
  await replaceFile(path.join(folder, name), bytes);
  return bytes.length;
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
 * Lets a program of its own write a file: it gets a temporary path, and what it wrote becomes
 * durable under the name. Returns the size in bytes.
 */
export async function writeWith(
  folder: string,
  name: string,
  write: (temporary: string) => Promise<void>,
): Promise<number> {
  return withTemporary(folder, name, async (temporary) => {
    await write(temporary);
    const handle = await open(temporary, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(temporary, path.join(folder, name));
    await syncPath(folder);
    return (await stat(path.join(folder, name))).size;
  });
}
