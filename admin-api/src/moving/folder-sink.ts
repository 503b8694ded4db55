/** A folder as the destination of an export. */
import { constants } from 'node:fs';
import { copyFile, link, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sink } from './export-library.ts';

/** Writes into a folder; existing files are never replaced. */
export function folderSink(folder: string): Sink {
  const place = async (file: string) => {
    const to = path.join(folder, file);
    await mkdir(path.dirname(to), { recursive: true });
    return to;
  };
  return {
    text: async (file, text) => writeFile(await place(file), text, { flag: 'wx' }),
    original: async (file, lent) => copyFile(lent.file, await place(file), constants.COPYFILE_EXCL),
    again: async (file, of) => {
      const [to, from] = [await place(file), path.join(folder, of)];
      // Not every file system has hard links.
      await link(from, to).catch(() => copyFile(from, to));
    },
  };
}
