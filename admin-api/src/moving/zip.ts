/** ZIP files: streams an export, and unpacks an upload. */
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { innerPath } from '@veldlicht/contract/moving';
import { reason } from '@veldlicht/contract/reason';
import { type Entry, openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { AppError } from '#http/app-error.ts';
import type { Sink } from './export-library.ts';

const MAX_ENTRIES = 300_000;

/** Streams a ZIP file of what `fill` writes, without a copy in memory or on the disk. */
export function zipOf(
  fill: (sink: Sink) => Promise<unknown>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const sent = Readable.from(zip.outputStream, { objectMode: false });
  const fail = (error: Error) => void sent.destroy(error);
  let copying: ReadStream | null = null;
  const sink: Sink = {
    text: async (file, text) => zip.addBuffer(Buffer.from(text), file),
    original: async (file, lent) => {
      if (sent.destroyed) throw new Error('the reader has gone');
      copying = createReadStream(lent.file);
      // Pictures are compressed already.
      zip.addReadStream(copying, file, { compress: false, size: lent.bytes });
      await finished(copying);
    },
    // A ZIP file has no links: each picture would be there twice. `series.jsonl` has the order.
    again: async () => {},
  };
  zip.on('error', fail);
  fill(sink).then(() => zip.end(), fail);
  sent.once('error', (error) => {
    // The client has disconnected, which is no error.
    if (error.name !== 'AbortError') onError(error);
  });
  sent.once('close', () => copying?.destroy());
  // Cast: Node and the DOM declare web streams differently.
  return Readable.toWeb(sent) as ReadableStream<Uint8Array>;
}

/** Passes bytes on. Fails with `disk_full` once there are too many. */
function atMost(left: { bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      left.bytes -= chunk.byteLength;
      done(left.bytes < 0 ? new AppError('disk_full') : null, chunk);
    },
  });
}

const isLink = ({ externalFileAttributes }: Entry) =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

/**
 * Unpacks at most so many bytes of a ZIP file into a new folder. Returns the folder with the files: a ZIP file often
 * holds one folder with everything. Throws `invalid_input` (damaged, or names outside the folder) or `disk_full`.
 */
export async function unzip(file: string, folder: string, maxBytes: number): Promise<string> {
  const left = { bytes: maxBytes };
  try {
    const zip = await openPromise(file);
    using _ = { [Symbol.dispose]: () => zip.close() };
    if (zip.entryCount > MAX_ENTRIES) throw new AppError('invalid_input', reason('zip_too_many'));
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      if (fileName.endsWith('/') || isLink(entry) || /^__MACOSX\/|\/\._/.test(fileName)) continue;
      const to = path.join(folder, innerPath.parse(fileName));
      await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
      const bytes = await zip.openReadStreamPromise(entry);
      await pipeline(bytes, atMost(left), createWriteStream(to, { flags: 'wx', mode: 0o600 }));
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC')
      throw new AppError('disk_full', undefined, { cause });
    throw new AppError('invalid_input', reason('zip_unreadable'), { cause });
  }
  const inside = await readdir(folder, { withFileTypes: true });
  const [only] = inside;
  return inside.length === 1 && only?.isDirectory() ? path.join(folder, only.name) : folder;
}
