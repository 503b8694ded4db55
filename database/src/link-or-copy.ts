/** The same bytes under a second name. */
import { link, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { copyDurably } from './durable-file.ts';
import { systemCode } from './system-errors.ts';

/** So much stays free for the product when something large is written. */
const RESERVE_BYTES = 256 * 1024 * 1024;
/** A file system without hard links, or another disk. */
const CANT_LINK = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EACCES'];

/** Throws as a full disk does, while there is still some room left. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + RESERVE_BYTES)
    throw Object.assign(new Error('There is not enough room'), { code: 'ENOSPC' });
}

/** A hard link where that is possible, else a copy; `mode` is that of the copy. */
export async function linkOrCopy(from: string, to: string, mode: number): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!CANT_LINK.includes(systemCode(error) ?? '')) throw error;
    await requireRoom(path.dirname(to), (await stat(from)).size);
    await copyDurably(from, to, mode);
  }
}
