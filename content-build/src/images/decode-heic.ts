/** HEIC: HEVC is not in sharp, so libheif decodes it in WebAssembly, upright, without loss. */
import { readFile } from 'node:fs/promises';
import type { HeifImage } from 'libheif-js/wasm-bundle.js';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { unreadable } from './image-types.ts';
import type { PictureHeader } from './picture-header.ts';
import { plainTiff } from './plain-tiff.ts';

/** RGBA, 8 bits each. */
function decode(picture: HeifImage, { width, height }: PictureHeader['upright']) {
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
  return new Promise<typeof target>((resolve, reject) => {
    picture.display(target, (filled) => (filled ? resolve(filled) : reject(unreadable())));
  });
}

/** The pixels of the picture that the file names as its main one: it may hold small ones and bursts too. */
async function decodeMain(file: string, { upright }: PictureHeader) {
  // Its WebAssembly is loaded with the first such picture: few servers ever see one.
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const decoder = new libheif.HeifDecoder();
  const pictures = decoder.decode(await readFile(file));
  try {
    const main = pictures.find((picture) => picture.is_primary());
    // The limits were checked for the size in the header.
    if (main?.get_width() !== upright.width || main.get_height() !== upright.height)
      throw unreadable();
    return await decode(main, upright);
  } finally {
    for (const picture of pictures) picture.free();
    if (decoder.decoder) libheif.heif_context_free(decoder.decoder);
  }
}

/** A pipeline that begins with the decoded picture in its own colours, or as codes to be mapped. */
export async function openHeic(
  file: string,
  header: PictureHeader,
  options: SharpOptions,
): Promise<Sharp> {
  const { width, height, data: rgba } = await decodeMain(file, header);
  const data = Buffer.from(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  const channels = 4;
  return header.icc && header.colour !== 'srgb' && !header.tones
    ? sharp(plainTiff({ width, height, channels, data }, header.icc), options)
    : sharp(data, { ...options, raw: { width, height, channels } });
}
