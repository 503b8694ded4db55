/** HEIC: HEVC is not in sharp, so libheif decodes it in WebAssembly, upright, without loss. */
import { readFile } from 'node:fs/promises';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { unreadable } from './image-types.ts';
import type { PictureHeader } from './picture-header.ts';
import { plainTiff } from './plain-tiff.ts';

/** The pixels of the picture that the header speaks of: a file may hold small ones and bursts too. */
async function decodeMain(file: string, { upright }: PictureHeader) {
  // Its WebAssembly is loaded with the first such picture: few servers ever see one.
  const { default: decodeHeif } = await import('heic-decode');
  const pictures = await decodeHeif.all({ buffer: await readFile(file) });
  try {
    const main = pictures.find(
      ({ width, height }) => width === upright.width && height === upright.height,
    );
    if (!main) throw unreadable();
    return await main.decode();
  } finally {
    pictures.dispose();
  }
}

/** A pipeline that begins with the decoded picture in its own colours. */
export async function openHeic(
  file: string,
  header: PictureHeader,
  options: SharpOptions,
): Promise<Sharp> {
  const { width, height, data: rgba } = await decodeMain(file, header);
  const data = Buffer.from(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  const channels = 4;
  return header.icc && header.colour !== 'srgb'
    ? sharp(plainTiff({ width, height, channels, data }, header.icc), options)
    : sharp(data, { ...options, raw: { width, height, channels } });
}
