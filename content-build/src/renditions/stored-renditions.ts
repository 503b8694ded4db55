/** Rendition files with the hashes in their rows: finds damage, removes old editions. */
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { files } from '@veldlicht/database/schema';
import { sha256OfFile } from '@veldlicht/database/sha256';

export type StoredRendition = (typeof files.$inferSelect)['renditions'][number];

/** Every format has a signature within its first bytes. */
const FIRST_BYTES = 16;

/** Whether a file has its size and does not begin with zeros, as it may after a power cut. */
async function looksWhole(file: string, bytes: number): Promise<boolean> {
  await using handle = await open(file);
  if ((await handle.stat()).size !== bytes) return false;
  const start = Buffer.alloc(FIRST_BYTES);
  await handle.read(start, 0, FIRST_BYTES, 0);
  return start.some((byte) => byte !== 0);
}

/** Names missing and damaged files: by hash (`bytes`), or by size and first bytes (`sizes`). */
export async function brokenRenditions(
  folder: string,
  renditions: StoredRendition[],
  how: 'bytes' | 'sizes',
  rest = async () => {},
): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, bytes, sha256 } of renditions) {
    await rest();
    const file = path.join(folder, name);
    const isRight = async () => {
      if (!(await looksWhole(file, bytes))) return false;
      return how === 'sizes' || sha256 === undefined || (await sha256OfFile(file)) === sha256;
    };
    if (!(await isRight().catch(() => false))) broken.push(name);
  }
  return broken;
}

/** Milliseconds that stills of an earlier edition stay for open pages. */
const EDITION_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** Removes files that the row no longer names, once those it names are a week old. */
export async function removeOldEditions(
  folder: string,
  renditions: StoredRendition[],
  now: number,
): Promise<void> {
  const names = new Set(renditions.map(({ name }) => name));
  for (const name of names) {
    // mtime is random (decision 009).
    const { ctimeMs } = await stat(path.join(folder, name));
    if (ctimeMs > now - EDITION_LIFE_MS) return;
  }
  for (const name of await readdir(folder))
    if (!names.has(name)) await rm(path.join(folder, name), { force: true });
}

/** Removes damaged files: rendering makes only what is missing. */
export async function removeBroken(folder: string, names: string[]): Promise<void> {
  for (const name of names) await rm(path.join(folder, name), { force: true });
}
