import sharp from 'sharp';

type OtherFormat = 'png' | 'webp' | 'avif' | 'gif' | 'tiff-16';

/** The same picture in another format. WebP and AVIF keep the EXIF of the JPEG. */
export function convertPicture(jpeg: Buffer, format: OtherFormat): Promise<Buffer> {
  const picture = sharp(jpeg);
  switch (format) {
    case 'png':
      return picture.png().toBuffer();
    case 'webp':
      return picture.keepExif().webp({ quality: 80 }).toBuffer();
    case 'avif':
      return picture.keepExif().avif({ effort: 0 }).toBuffer();
    case 'gif':
      return picture.gif().toBuffer();
    case 'tiff-16':
      return picture.toColourspace('rgb16').tiff({ compression: 'lzw' }).toBuffer();
  }
}

/** The same picture with the EXIF of the JPEG, and `xmp`. */
export function convertWithWords(
  jpeg: Buffer,
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff',
  xmp: string,
): Promise<Buffer> {
  return sharp(jpeg).keepExif().withXmp(xmp).toFormat(format).toBuffer();
}
