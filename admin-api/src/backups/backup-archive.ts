/** Streams a backup as one tar file, without holding it in memory or on disk. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArchivedFile } from '@veldlicht/database/backup/backup-folder';
import { pack } from 'tar-stream';

/** Size of a tar header, and the unit that files are padded to. */
const BLOCK = 512;
/** Two empty blocks. */
const END_BYTES = 2 * BLOCK;

/** The archive's length in bytes: with Content-Length a client notices a truncated download. */
export function archiveBytes(files: readonly ArchivedFile[]): number {
  const blocks = files.reduce((sum, { bytes }) => sum + 1 + Math.ceil(bytes / BLOCK), 0);
  return blocks * BLOCK + END_BYTES;
}

/** The tar archive of the files; a file that fails or has changed its length truncates it. */
export function archiveOf(
  files: readonly ArchivedFile[],
  mtime: Date,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const archive = pack();
  const sent = Readable.from(archive, { objectMode: false });
  const fill = async () => {
    for (const { name, file, bytes: size } of files)
      await pipeline(createReadStream(file), archive.entry({ name, size, mode: 0o600, mtime }));
    archive.finalize();
  };
  fill().catch((error: Error) => archive.destroy(error));
  // Reported by `sent`.
  archive.on('error', () => {});
  sent.once('error', (error) => {
    // The client disconnected.
    if (error.name !== 'AbortError') onError(error);
  });
  sent.once('close', () => archive.destroy());
  // Cast: of node:stream/web, which is the same one.
  return Readable.toWeb(sent) as ReadableStream<Uint8Array>;
}
