/** The files of a folder that somebody exported elsewhere, as the readers look at them. */
import { open, opendir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { systemCode } from '@veldlicht/database/system-errors';
import type { z } from 'zod';

/** Originals with their sidecars and smaller versions. */
const MAX_PATHS = 1_000_000;
const MAX_JSON = 64 * 1024 ** 2;
/** A database, or the export of a blog. */
export const MAX_DUMP = 256 * 1024 ** 2;
const HEAD = 1024 ** 2;

/** What systems put beside files: folders of macOS and of Synology, and whatever is hidden. */
const SYSTEM_PART = /(?:^|\/)(?:\.|__MACOSX\/|@eaDir\/)/;
const MEDIA = /\.(?:jpe?g|png|webp|gif|avif|hei[cf]|hif|tiff?|mov|mp4|m4v|webm|mts|m2ts)$/i;

export const isMedia = (file: string): boolean => MEDIA.test(file);
export const nameOf = (file: string): string => path.posix.basename(file);

export interface FolderFiles {
  folder: string;
  /** Paths within it, with forward slashes, in a fixed order. Links are left out: they may lead out of it. */
  paths: string[];
  /** Where a file is, if it has at most so many bytes. */
  within: (file: string, most: number) => Promise<string>;
  text: (file: string, most: number) => Promise<string>;
  /** What a file begins with. */
  head: (file: string) => Promise<Buffer>;
  /** Reads JSON by a schema; null, and a sentence to `left`, for what is something else. */
  json: <Schema extends z.ZodType>(
    file: string,
    schema: Schema,
    left: string[],
  ) => Promise<z.output<Schema> | null>;
}

async function listPaths(folder: string): Promise<string[]> {
  const paths: string[] = [];
  const found = await opendir(folder, { recursive: true }).catch((error) => {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error;
    throw new TerminalError(`${folder} is no folder.`);
  });
  for await (const entry of found) {
    const inner = path.relative(folder, path.join(entry.parentPath, entry.name));
    const file = inner.replaceAll(path.sep, '/');
    if (entry.isFile() && !SYSTEM_PART.test(file)) paths.push(file);
    if (paths.length > MAX_PATHS)
      throw new TerminalError(`There are more than ${MAX_PATHS} files in ${folder}.`);
  }
  return paths.sort();
}

export async function folderFiles(folder: string): Promise<FolderFiles> {
  const paths = await listPaths(folder);
  const within = async (file: string, most: number) => {
    const whole = path.join(folder, file);
    const { size } = await stat(whole);
    if (size > most) throw new TerminalError(`${file} has more than ${most / 1024 ** 2} MB.`);
    return whole;
  };
  const text = async (file: string, most: number) =>
    (await readFile(await within(file, most), 'utf8')).replace(/^\ufeff/, '');
  return {
    folder,
    paths,
    within,
    text,
    head: async (file) => {
      const handle = await open(path.join(folder, file));
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
    json: async (file, schema, left) => {
      try {
        return schema.parse(JSON.parse(await text(file, MAX_JSON)));
      } catch {
        left.push(`${file} can't be read.`);
        return null;
      }
    },
  };
}
