/** Steps on files that a backup and a restore are made of; what they write is for us only. */
import { randomBytes } from 'node:crypto';
import { cp, link, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { copyDurably, syncPath } from '../durable-file.ts';
import { sha256OfFile } from '../sha256.ts';
import { ifMissing, systemCode } from '../system-errors.ts';

/** A reason why a backup or a restore was not made. */
export class BackupError extends TerminalError {
  override name = 'BackupError';
}

/** So much stays free for the product when a backup copies something. */
const RESERVE_BYTES = 256 * 1024 * 1024;
/** A file system without hard links, or another disk. */
const CANT_LINK = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EACCES'];
/** Files at a time: the disk answers several as quickly as one. */
export const FILES_AT_ONCE = 8;

/** Size of a file, or null when there is none. */
export async function sizeOf(file: string): Promise<number | null> {
  const found = await stat(file).catch(ifMissing(null));
  return found?.isFile() ? found.size : null;
}

/** Names in a folder; none when it does not exist. */
export function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(ifMissing<string[]>([]));
}

/** Throws as a full disk does, while there is still some room left. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + RESERVE_BYTES)
    throw Object.assign(new Error('There is not enough room'), { code: 'ENOSPC' });
}

/** The same bytes under a second name: a hard link where that is possible, else a copy. */
export async function linkOrCopy(from: string, to: string, mode: number): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!CANT_LINK.includes(systemCode(error) ?? '')) throw error;
    await requireRoom(path.dirname(to), (await sizeOf(from)) ?? 0);
    await copyDurably(from, to, mode);
  }
}

async function syncTree(place: string): Promise<void> {
  if ((await stat(place)).isDirectory())
    for (const name of await readdir(place)) await syncTree(path.join(place, name));
  await syncPath(place);
}

/** Moves a file or a folder. On another disk it is whole, bytes and names, before it goes here. */
export async function move(from: string, to: string): Promise<void> {
  const folder = path.dirname(to);
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await rename(from, to);
  } catch (error) {
    if (systemCode(error) !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true, preserveTimestamps: true });
    await syncTree(to);
    const top = path.dirname(made ?? to);
    for (let at = folder; at.startsWith(top); at = path.dirname(at)) await syncPath(at);
    await rm(from, { recursive: true });
  }
}

export type FilePool = ReturnType<typeof filePool>;

/**
 * The bytes of originals and renditions, each once however many backups hold it: files/<aa>/<sha256>
 * beside the backups. On the disk of the data folder they are hard links and take no room.
 */
export function filePool(backupDir: string) {
  const root = path.join(backupDir, 'files');
  const pathOf = (sum: string) => path.join(root, sum.slice(0, 2), sum);
  return {
    pathOf,
    /** Whether it is there with this many bytes. */
    has: async (sum: string, bytes: number) => (await sizeOf(pathOf(sum))) === bytes,
    /** Whether it is there and still what its name says. */
    isIntact: async (sum: string) =>
      (await sha256OfFile(pathOf(sum)).catch(ifMissing(null))) === sum,
    /** Takes in a file whose hash this is. */
    add: async (file: string, sum: string): Promise<void> => {
      const place = pathOf(sum);
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      // Two may bring the same bytes.
      const temporary = `${place}.${randomBytes(4).toString('hex')}.tmp`;
      await linkOrCopy(file, temporary, 0o600);
      // Of two names of one file a rename would do nothing and leave both.
      await rm(place, { force: true });
      await rename(temporary, place);
    },
    /** Waits until the names of all that was added are on disk. */
    flush: async (): Promise<void> => {
      const shelves = await namesIn(root);
      for (const shelf of shelves) await syncPath(path.join(root, shelf));
      if (shelves.length > 0) await syncPath(root);
    },
    /** Removes all but these. */
    keepOnly: async (sums: Set<string>): Promise<void> => {
      for (const shelf of await namesIn(root))
        for (const name of await namesIn(path.join(root, shelf)))
          if (!sums.has(name)) await rm(path.join(root, shelf, name), { force: true });
    },
  };
}
