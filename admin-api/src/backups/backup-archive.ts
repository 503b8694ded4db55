/** A backup as one file, made while it is sent: nothing of it is held in memory or written a second time. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArchivedFile } from '@veldlicht/database/backup/backup-folder';
import { pack } from 'tar-stream';

/** Headers, and the unit that every file is rounded up to. */
const BLOCK = 512;
/** Two empty blocks. */
const END_BYTES = 2 * BLOCK;

/** How long the archive of these files is; without it nobody could tell that a download was cut off. */
export function archiveBytes(files: readonly ArchivedFile[]): number {
  const blocks = files.reduce((sum, { bytes }) => sum + 1 + Math.ceil(bytes / BLOCK), 0);
  return blocks * BLOCK + END_BYTES;
}

/** The tar archive of the files; one that fails, or has another length by now, ends it before its length is reached. */
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
  // Told of by the answer.
  archive.on('error', () => {});
  sent.once('error', (error) => {
    // The client has disconnected, which is no error.
    if (error.name !== 'AbortError') onError(error);
  });
  sent.once('close', () => archive.destroy());
  // Cast: of node:stream/web, which is the same one.
  return Readable.toWeb(sent) as ReadableStream<Uint8Array>;
}
