/** Writing that survives a power cut: content to disk before the name, the name before the next step (fault F12). */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Writes a new file and waits until its content is on disk, unless `sync` is false: then the caller
 * flushes many at once with `syncFilesystem`.
 */
export async function writeSynced(
  file: string,
  bytes: string | Buffer,
  sync = true,
): Promise<void> {
  const handle = await open(file, 'w', 0o644);
  try {
    await handle.writeFile(bytes);
    if (sync) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until the names in a folder are on disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts a complete file in place under its name, or leaves what was there. */
export async function replaceFile(
  file: string,
  bytes: string | Buffer,
  sync = true,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  await writeSynced(temporary, bytes, sync);
  await rename(temporary, file);
  if (sync) await syncFolder(path.dirname(file));
}

/**
 * Whether writing this many files is cheaper to make durable all at once, by flushing their file
 * system, than one by one. Only Linux has a command for it.
 */
export function isBulk(files: number): boolean {
  return process.platform === 'linux' && files > 60;
}

/** Flushes the file system a folder is on. */
export async function syncFilesystem(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['--file-system', folder]);
}
