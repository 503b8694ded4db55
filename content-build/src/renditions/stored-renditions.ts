/** Rendition files as the database knows them, and which of them are no longer what was made. */
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Rendition } from '@veldlicht/contract/renditions';
import type { files } from '@veldlicht/database/schema';
import { sha256OfFile } from '@veldlicht/database/sha256';

export type StoredRendition = (typeof files.$inferSelect)['renditions'][number];

/** Every format says what it is within its first bytes. */
const FIRST_BYTES = 16;

/** With the hash of each file, by which damage is known later. */
export function withHashes(folder: string, renditions: Rendition[]): Promise<StoredRendition[]> {
  return Promise.all(
    renditions.map(async (rendition) => ({
      ...rendition,
      sha256: await sha256OfFile(path.join(folder, rendition.name)),
    })),
  );
}

/** Whether a file is as long as it was and does not begin with zeros. */
async function looksWhole(file: string, bytes: number): Promise<boolean> {
  await using handle = await open(file);
  if ((await handle.stat()).size !== bytes) return false;
  const start = Buffer.alloc(FIRST_BYTES);
  await handle.read(start, 0, FIRST_BYTES, 0);
  return start.some((byte) => byte !== 0);
}

/** Names missing and damaged files, by all `bytes` or by `sizes` and beginnings. `rest` is awaited before each. */
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

/** How long stills of an earlier edition stay for open pages, in milliseconds. */
const EDITION_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** Removes what the row of a file no longer names, once those it names have been there for a week. */
export async function removeOldEditions(
  folder: string,
  renditions: StoredRendition[],
  now: number,
): Promise<void> {
  const names = new Set(renditions.map(({ name }) => name));
  for (const name of names) {
    // The other time of a file says nothing (decision 064).
    const { ctimeMs } = await stat(path.join(folder, name));
    if (ctimeMs > now - EDITION_LIFE_MS) return;
  }
  for (const name of await readdir(folder))
    if (!names.has(name)) await rm(path.join(folder, name), { force: true });
}

/** Removes files, so that rendering makes them anew: it keeps whatever is there. */
export async function removeBroken(folder: string, names: string[]): Promise<void> {
  for (const name of names) await rm(path.join(folder, name), { force: true });
}
