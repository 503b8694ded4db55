/** Small steps on files that a backup and a restore are made of; what they write is for us only. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncPath } from '../storage/sync-path.ts';

/** So much stays free for the product when a backup copies something. */
const RESERVE_BYTES = 256 * 1024 * 1024;
/** A file system without hard links, or another disk. */
const CANT_LINK = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EACCES']);

/** The system's code of an error, such as ENOENT. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** Size of a file, or null when there is none. */
export async function sizeOf(file: string): Promise<number | null> {
  const found = await stat(file).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  return found?.isFile() ? found.size : null;
}

/** Names in a folder; none when it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/** Throws as a full disk does, while there is still some room left. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + RESERVE_BYTES)
    throw Object.assign(new Error('There is not enough room'), { code: 'ENOSPC' });
}

function counting(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Copies bytes to a new file, durably; answers their SHA-256 in hex. `mode` 0600 unless said. */
export async function copyHashed(from: string, to: string, mode = 0o600): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(to, 'wx', mode);
  try {
    await pipeline(
      createReadStream(from),
      counting(hash),
      handle.createWriteStream({ flush: true }),
    );
  } finally {
    await handle.close().catch(() => {});
  }
  return hash.digest('hex');
}

/** The same bytes under a second name: a hard link where that is possible, else a copy. */
export async function linkOrCopy(from: string, to: string, mode: number): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!CANT_LINK.has(codeOf(error))) throw error;
    await requireRoom(path.dirname(to), (await sizeOf(from)) ?? 0);
    await copyHashed(from, to, mode);
  }
}

/** Moves a file or a folder, also to another disk. */
export async function move(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await copyTree(from, to);
    await rm(from, { recursive: true });
  }
}

/** Copies a file or a folder with all in it. */
export async function copyTree(from: string, to: string): Promise<void> {
  if (!(await stat(from)).isDirectory()) {
    await copyHashed(from, to);
    return;
  }
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of await readdir(from))
    await copyTree(path.join(from, name), path.join(to, name));
  await syncPath(to);
}

/** A new file with this content, on disk when it returns. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
