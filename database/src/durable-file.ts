/** Writing that survives a power cut: content to disk before the name, the name before the next step (fault F12). */
import { execFile } from 'node:child_process';
import { closeSync, constants, fsync, openSync } from 'node:fs';
import { access, copyFile, mkdir, open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { LostWriteError } from './lost-write.ts';

const fsyncAsync = promisify(fsync);

export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/**
 * Waits until the content of a file, or the names in a folder, are on disk. Only the waiting leaves
 * the thread: opening takes microseconds.
 */
export async function syncPath(place: string): Promise<void> {
  // The process that decodes may be shut in by Node, which then knows the slower way only.
  if (process.permission) {
    await using handle = await open(place, 'r');
    return handle.sync();
  }
  const descriptor = openSync(place, 'r');
  try {
    await fsyncAsync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Folders that get a new name when these are made: `first` is the topmost of them, null for none. */
export function changedParents(folder: string, first: string | undefined): string[] {
  const parents: string[] = [];
  if (first === undefined) return parents;
  for (let made = folder; made.length >= first.length; made = path.dirname(made))
    parents.push(path.dirname(made));
  return parents;
}

/** Makes a folder with all that leads to it; once this resolves, no power cut takes it away. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode });
  for (const parent of changedParents(folder, first)) await syncPath(parent);
}

/** Flushes the file system a folder is on; a command of Linux. Throws `LostWriteError` when that says no. */
export async function syncFilesystem(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['--file-system', folder]).catch((error: Error) => {
    // A number is what it ended with; a name says that it could not be run.
    const hasRun = 'code' in error && typeof error.code === 'number';
    throw hasRun ? new LostWriteError(error.message) : error;
  });
}

/** A file with this content, on disk when it returns; its name is not yet. */
export async function writeDurably(
  file: string,
  bytes: string | Buffer,
  mode = 0o600,
): Promise<void> {
  await writeFile(file, bytes, { mode, flush: true });
}

/** Copies a file to a new one, on disk when it returns; its name is not yet. */
export async function copyDurably(from: string, to: string, mode = 0o600): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await using handle = await open(to, 'r+');
  await handle.chmod(mode);
  await handle.sync();
}

/** Puts one complete file in place under its name, or leaves what was there. */
export async function replaceFile(
  file: string,
  bytes: string | Buffer,
  mode = 0o666,
): Promise<void> {
  await makeFolder(path.dirname(file));
  const temporary = `${file}.${process.pid}.tmp`;
  await writeDurably(temporary, bytes, mode);
  await rename(temporary, file);
  await syncPath(path.dirname(file));
}
