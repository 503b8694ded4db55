/** Writing that survives a power cut: content to disk before the name, the name before the next step (fault F12). */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Waits until the content of a file, or the names in a folder, are on disk. */
export async function syncPath(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes the file system a folder is on; a command of Linux. */
export async function syncFilesystem(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['--file-system', folder]);
}

/** Puts one complete file in place under its name, or leaves what was there. */
export async function replaceFile(
  file: string,
  bytes: string | Buffer,
  mode = 0o666,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, bytes, { mode });
  await syncPath(temporary);
  await rename(temporary, file);
  await syncPath(path.dirname(file));
}
