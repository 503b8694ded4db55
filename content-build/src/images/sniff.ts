/** What a file is, by its bytes; names and claims do not count (threat T16). */
import { open } from 'node:fs/promises';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { fileTypeFromFile } from 'file-type';
import { RefusedFile, unreadable, unsupported } from './image-types.ts';

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

/** A TIFF lists its contents at its end: one that is cut off is no known type to the sniffer. */
async function isTiffSignature(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  const head = Buffer.alloc(4);
  await handle.read(head, 0, 4, 0).finally(() => handle.close());
  return ['II*\0', 'MM\0*'].includes(head.toString('latin1'));
}

/** The format of a file; refuses what we do not accept. */
export async function sniffFormat(file: string): Promise<AcceptedFormat> {
  const found = await fileTypeFromFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new RefusedFile('upload_missing', 'The upload is gone.');
    return undefined;
  });
  const format = found && formats[found.mime];
  if (format) return format;
  throw (await isTiffSignature(file)) ? unreadable() : unsupported();
}

export function isVideo(format: AcceptedFormat): boolean {
  return format === 'mp4' || format === 'mov' || format === 'webm';
}
