/** Formats of files by their bytes, never by name or claimed type (threat T16). */
import { open, readFile, stat } from 'node:fs/promises';
import { reason } from '@veldlicht/contract/reason';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { fileTypeFromFile } from 'file-type';
import { RefusedFile, unsupported } from './image-types.ts';

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
  // Any TIFF with a tag that also other programs write; `requireKnownTiff` decides.
  'image/x-sony-arw': 'tif',
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/quicktime': 'mov',
  'video/3gpp': 'mp4',
  'video/3gpp2': 'mp4',
  'video/webm': 'webm',
  'video/mp2t': 'mts',
};

async function readStart(file: string, length: number): Promise<Buffer> {
  await using handle = await open(file, 'r');
  const start = Buffer.alloc(length);
  await handle.read(start, 0, length, 0);
  return start;
}

/** Throws `RefusedFile` for formats that are not accepted. */
export async function sniffFormat(file: string): Promise<AcceptedFormat> {
  const found = await fileTypeFromFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new RefusedFile('upload_missing', reason('upload_gone'));
    return undefined;
  });
  const format = found && formats[found.mime];
  if (format) return format;
  // file-type does not recognise a truncated TIFF; the reader will call it damaged.
  if (!found && /^(?:II\*\0|MM\0\*)/.test((await readStart(file, 4)).toString('latin1')))
    return 'tif';
  throw unsupported();
}

/** Bytes of an animated AVIF, which is held in memory. */
const MAX_ANIMATION = 64 * 1024 * 1024;

/** Input for sharp: an animated AVIF gets the brand of a still, so that its first picture is decoded. */
export async function stillAvif(file: string): Promise<string | Buffer> {
  if ((await readStart(file, 12)).toString('latin1', 4) !== 'ftypavis') return file;
  if ((await stat(file)).size > MAX_ANIMATION) throw unsupported('avif');
  const bytes = await readFile(file);
  bytes.write('avif', 8, 'latin1');
  return bytes;
}
