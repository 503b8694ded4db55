/** Where an upload stands on its way from incoming/ to originals/; each step can be repeated. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type AcceptedFormat, acceptedImages, acceptedVideos } from '@veldlicht/contract/upload';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { exists, syncPath } from '#release/durable-file.ts';

const EXTENSIONS: readonly AcceptedFormat[] = [...acceptedImages, ...acceptedVideos];

/** An upload key is part of a path: anything but our own 32 digits stands nowhere. */
export function incomingFile(folder: DataFolder, key: string): string | null {
  return /^[0-9a-f]{32}$/.test(key) ? path.join(folder.incoming, key) : null;
}

export function originalFile(folder: DataFolder, hash: string, extension: string): string {
  return path.join(folder.originals, `${hash}.${extension}`);
}

/** The stored original of a hash, whatever its format, or null. */
async function findOriginal(folder: DataFolder, hash: string): Promise<string | null> {
  for (const extension of EXTENSIONS) {
    const file = originalFile(folder, hash, extension);
    if (await exists(file)) return file;
  }
  return null;
}

/** Where the bytes of an upload are: incoming, already moved by a try that was cut off, or gone. */
export async function findUpload(
  folder: DataFolder,
  key: string,
  hash: string | null,
): Promise<string | null> {
  const incoming = incomingFile(folder, key);
  if (incoming && (await exists(incoming))) return incoming;
  return hash ? findOriginal(folder, hash) : null;
}

/** First 32 hex digits of the SHA-256 of a file, read as a stream. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex').slice(0, 32);
}

/** Moves an accepted file to its content address, durably. Repeating it changes nothing. */
export async function storeOriginal(folder: DataFolder, from: string, to: string): Promise<void> {
  await mkdir(folder.originals, { recursive: true, mode: 0o700 });
  const handle = await open(from, 'r+');
  await handle.sync().finally(() => handle.close());
  if (from !== to) await rename(from, to);
  await syncPath(folder.originals);
  await syncPath(path.dirname(from));
}

export async function removeFile(file: string | null): Promise<void> {
  if (file) await rm(file, { force: true });
}
