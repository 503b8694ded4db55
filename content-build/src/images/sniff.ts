/** What a file is, by its bytes; names and claims do not count (threat T16). */
import { open } from 'node:fs/promises';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { fileTypeFromFile } from 'file-type';
import { RefusedFile, unsupported } from './image-types.ts';
import { isTiff } from './tiff-directories.ts';

/** MIME type by content → the extension we store. */
const formats: Record<string, AcceptedFormat> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'image/gif': 'gif',
  'image/tiff': 'tif',
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

/**
 * Whether a file begins as a TIFF does. The sniffer takes some for other formats by tags that any
 * program may write, and knows none that is cut off: what they are is decided by their directories.
 */
async function beginsAsTiff(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  const head = Buffer.alloc(4);
  await handle.read(head, 0, 4, 0).finally(() => handle.close());
  return isTiff(head);
}

/** The format of a file; refuses what we do not accept. */
export async function sniffFormat(file: string): Promise<AcceptedFormat> {
  const found = await fileTypeFromFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new RefusedFile('upload_missing', 'The upload is gone.');
    return undefined;
  });
  const format = found && formats[found.mime];
  if (format) return format;
  if (await beginsAsTiff(file)) return 'tif';
  throw unsupported();
}

export function isVideo(format: AcceptedFormat): boolean {
  return format === 'mp4' || format === 'mov' || format === 'webm';
}
