/** ZIP files: an export as one, made while it is sent, and one that somebody uploads, unpacked. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { innerPath } from '@veldlicht/contract/moving';
import { reason } from '@veldlicht/contract/reason';
import { type Entry, openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { AppError } from '#http/app-error.ts';
import type { Sink } from './export-library.ts';

/** More names are no library. */
const MAX_ENTRIES = 300_000;

/** A ZIP file of what `fill` writes; nothing of it is held in memory or written to the disk. */
export function zipOf(
  fill: (sink: Sink) => Promise<unknown>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const sent = Readable.from(zip.outputStream, { objectMode: false });
  let copying: PassThrough | null = null;
  const sink: Sink = {
    text: async (file, text) => zip.addBuffer(Buffer.from(text), file),
    original: async (file, lent) => {
      const hash = createHash('sha256');
      copying = new PassThrough();
      copying.on('data', (bytes: Buffer) => hash.update(bytes));
      copying.pause();
      // Pictures are compressed already.
      zip.addReadStream(copying, file, { compress: false, size: lent.bytes });
      // A reader that goes destroys the copy, and with it the file is closed.
      await Promise.all([pipeline(createReadStream(lent.file), copying), finished(copying)]);
      return hash.digest('hex');
    },
    // It would be there twice: the lines of the series say its order.
    again: async () => {},
  };
  fill(sink).then(
    () => zip.end(),
    (error: Error) => sent.destroy(error),
  );
  sent.once('error', (error) => {
    // The client has disconnected, which is no error.
    if (error.name !== 'AbortError') onError(error);
  });
  sent.once('close', () => copying?.destroy());
  // Cast: of node:stream/web, which is the same one.
  return Readable.toWeb(sent) as ReadableStream<Uint8Array>;
}

/** Passes bytes on until there are too many. */
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
 * Unpacks a ZIP file into a new folder, at most so many bytes. Returns the folder with the files: a ZIP often holds one
 * folder with everything. Throws `invalid_input` for one that is damaged or leads out of the folder, `disk_full`.
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
