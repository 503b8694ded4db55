/** Writes that survive a power cut: first the content is synced, then the name (fault F12). */
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
 * Syncs the content of a file, or the names in a folder. Only the sync is asynchronous: opening takes microseconds.
 */
export async function syncPath(place: string): Promise<void> {
  // Under Node's permission model only file handles may sync.
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

/** Folders that get a new entry when `folder` is created; `first` is the topmost created one, as mkdir returns it. */
export function changedParents(folder: string, first: string | undefined): string[] {
  const parents: string[] = [];
  if (first === undefined) return parents;
  for (let made = folder; made.length >= first.length; made = path.dirname(made))
    parents.push(path.dirname(made));
  return parents;
}

/** Creates a folder and its parents, durably. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode });
  for (const parent of changedParents(folder, first)) await syncPath(parent);
}

/** Syncs the file system of a folder by a command of Linux. Throws `LostWriteError` when that fails. */
export async function syncFilesystem(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['--file-system', folder]).catch((error: Error) => {
    // A number is its exit code; a string means that it could not be run.
    const hasRun = 'code' in error && typeof error.code === 'number';
    throw hasRun ? new LostWriteError(error.message) : error;
  });
}

/** Writes and syncs a file; its name is not yet durable. */
export async function writeDurably(
  file: string,
  bytes: string | Buffer,
  mode = 0o600,
): Promise<void> {
  await writeFile(file, bytes, { mode, flush: true });
}

/** Copies and syncs a file to a new name, which is not yet durable. */
export async function copyDurably(from: string, to: string, mode = 0o600): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await using handle = await open(to, 'r+');
  await handle.chmod(mode);
  await handle.sync();
}

/** Replaces a file atomically and durably. */
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
