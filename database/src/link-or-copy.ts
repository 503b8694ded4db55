import { link, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { copyDurably } from './durable-file.ts';
import { systemCode } from './system-errors.ts';

/** Bytes that stay free when something large is written. */
const RESERVE_BYTES = 256 * 1024 * 1024;
/** A file system without hard links, or another disk. */
const CANT_LINK = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EACCES'];

/** Throws ENOSPC when `bytes` would leave less than the reserve. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + RESERVE_BYTES)
    throw Object.assign(new Error('There is not enough room'), { code: 'ENOSPC' });
}

/** Makes a hard link, else a durable copy with `mode`. */
export async function linkOrCopy(from: string, to: string, mode: number): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!CANT_LINK.includes(systemCode(error) ?? '')) throw error;
    await requireRoom(path.dirname(to), (await stat(from)).size);
    await copyDurably(from, to, mode);
  }
}
