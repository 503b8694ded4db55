/** A folder as the place of an export. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sink } from './export-library.ts';

/** Writes into a folder; nothing in it is replaced. */
export function folderSink(folder: string): Sink {
  const place = async (file: string) => {
    const to = path.join(folder, file);
    await mkdir(path.dirname(to), { recursive: true });
    return to;
  };
  return {
    text: async (file, text) => writeFile(await place(file), text, { flag: 'wx' }),
    original: async (file, lent) => {
      const hash = createHash('sha256');
      const counted = new PassThrough();
      counted.on('data', (bytes: Buffer) => hash.update(bytes));
      const to = createWriteStream(await place(file), { flags: 'wx' });
      await pipeline(createReadStream(lent.file), counted, to);
      return hash.digest('hex');
    },
    again: async (file, of) => {
      const [to, from] = [await place(file), path.join(folder, of)];
      // Some disks have no second names for a file.
      await link(from, to).catch(() => copyFile(from, to));
    },
  };
}
