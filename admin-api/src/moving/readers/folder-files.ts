/** Access to the files of a folder for the readers. */
import { open, opendir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { metadataText } from '@veldlicht/contract/metadata-text';
import { reason } from '@veldlicht/contract/reason';
import { systemCode } from '@veldlicht/database/system-errors';
import type { z } from 'zod';
import { AppError } from '#http/app-error.ts';

/** Room for originals with their sidecars and smaller versions. */
const MAX_PATHS = 1_000_000;
const MAX_JSON_MB = 64;
/** Of a database, or the export of a blog. */
export const MAX_DUMP_MB = 256;
const HEAD = 1024 ** 2;

/** Hidden files, and what macOS and Synology put beside files. */
const SYSTEM_PART = /(?:^|\/)(?:\.|__MACOSX\/|@eaDir\/)/;
const MEDIA = /\.(?:jpe?g|png|webp|gif|avif|hei[cf]|hif|tiff?|mov|mp4|m4v|webm|mts|m2ts)$/i;

export const isMedia = (file: string): boolean => MEDIA.test(file);
export const nameOf = (file: string): string => path.posix.basename(file);
/** Orders names by the numbers in them: `9.jpg` before `10.jpg`. */
export const byName = new Intl.Collator('en', { numeric: true }).compare;

export type FolderFiles = Awaited<ReturnType<typeof folderFiles>>;

/** Sorted paths within a folder, with forward slashes. Links are left out: they may lead elsewhere. */
async function listPaths(folder: string): Promise<string[]> {
  const paths: string[] = [];
  const found = await opendir(folder, { recursive: true }).catch((error) => {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error;
    throw new AppError('invalid_input', reason('import_no_folder', { folder }));
  });
  for await (const entry of found) {
    const inner = path.relative(folder, path.join(entry.parentPath, entry.name));
    const file = inner.replaceAll(path.sep, '/');
    if (entry.isFile() && !SYSTEM_PART.test(file)) paths.push(file);
    if (paths.length > MAX_PATHS)
      throw new AppError('invalid_input', reason('import_too_many_files', { n: MAX_PATHS }));
  }
  return paths.sort();
}

export async function folderFiles(folder: string) {
  const paths = await listPaths(folder);
  /** The place of a file on the disk. Throws `invalid_input` for one with more megabytes. */
  const within = async (file: string, n: number): Promise<string> => {
    const place = path.join(folder, file);
    const { size } = await stat(place);
    if (size > n * 1024 ** 2)
      throw new AppError('invalid_input', reason('import_too_large', { file, n }));
    return place;
  };
  /** Returns the first megabyte. */
  const head = async (file: string): Promise<Buffer> => {
    await using handle = await open(path.join(folder, file));
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  };
  /** Reads JSON by a schema; null, with a reason in `left`, for anything else. */
  async function json<Schema extends z.ZodType>(
    file: string,
    schema: Schema,
    left: string[],
  ): Promise<z.output<Schema> | null> {
    try {
      const bytes = await readFile(await within(file, MAX_JSON_MB));
      return schema.parse(JSON.parse(metadataText(bytes)));
    } catch {
      left.push(reason('import_file', { file, why: reason('import_no_json') }));
      return null;
    }
  }
  return { folder, paths, within, head, json };
}
