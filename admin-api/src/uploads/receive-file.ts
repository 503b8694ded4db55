/** Streams the body of an upload to disk: counted, hashed, never held in memory (threat T18). */

import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { reason } from '@veldlicht/contract/reason';
import { syncPath } from '@veldlicht/database/storage/sync-path';
import { AppError } from '#http/app-error.ts';
import { readChunks } from '#http/request-body.ts';

interface Receiving {
  body: ReadableStream<Uint8Array> | null;
  /** Content-Length, if the client said it. */
  declared: number | undefined;
  /** Most bytes. */
  max: number;
  /** Where the whole file ends up. */
  file: string;
  /** Ends it early; its reason is thrown. */
  signal: AbortSignal;
  /** Told how many bytes have come in. */
  onBytes: (bytes: number) => void;
}

async function copy(receiving: Receiving, part: FileHandle): Promise<string> {
  const { body, declared, max, signal, onBytes } = receiving;
  const hash = createHash('sha256');
  let bytes = 0;
  await readChunks(body, signal, async (chunk) => {
    bytes += chunk.byteLength;
    if (bytes > max) throw new AppError('file_too_large');
    hash.update(chunk);
    await part.writeFile(chunk);
    onBytes(bytes);
  });
  if (declared !== undefined && bytes !== declared)
    throw new AppError('invalid_input', reason('upload_incomplete'));
  if (bytes === 0) throw new AppError('file_empty');
  await part.sync();
  return hash.digest('hex');
}

/**
 * Stores the body under its key and answers its SHA-256 in hex. On disk before it is named, named
 * before it counts (fault F12); after any failure no trace is left.
 * Throws `file_too_large`, `file_empty`, `invalid_input` (too short), or the reason of the signal.
 */
export async function receiveFile(receiving: Receiving): Promise<string> {
  const { declared, max, file } = receiving;
  if (declared !== undefined && declared > max) throw new AppError('file_too_large');
  const partName = `${file}.part`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    const part = await open(partName, 'w', 0o600);
    let hash: string;
    try {
      hash = await copy(receiving, part);
    } finally {
      await part.close();
    }
    await rename(partName, file);
    await syncPath(path.dirname(file));
    return hash;
  } catch (error) {
    await rm(partName, { force: true });
    throw error;
  }
}

interface Rule {
  /** At least `windowBytes` in every window of `windowMs`; all of it within `capMs`. */
  windowMs: number;
  windowBytes: number;
  capMs: number;
}

/** How often it is asked whether the upload may still go on. */
const CHECK_MS = 1000;

/**
 * Watches a running upload and aborts it: `timeout` when it dribbles (threat L5), or whatever
 * `mayGoOn` throws, such as when its user was shut out meanwhile (threat T5).
 */
export function watchUpload(rule: Rule, mayGoOn: () => void) {
  const abort = new AbortController();
  let bytes = 0;
  let bytesBefore = 0;
  const slow = () => abort.abort(new AppError('timeout'));
  const window = setInterval(() => {
    if (bytes - bytesBefore < rule.windowBytes) slow();
    bytesBefore = bytes;
  }, rule.windowMs);
  const cap = setTimeout(slow, rule.capMs);
  const check = setInterval(() => {
    try {
      mayGoOn();
    } catch (reason) {
      abort.abort(reason);
    }
  }, CHECK_MS);
  return {
    signal: abort.signal,
    onBytes: (total: number) => {
      bytes = total;
    },
    stop: () => {
      clearInterval(window);
      clearTimeout(cap);
      clearInterval(check);
    },
  };
}
