import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { addExif } from './exif.ts';
import { demoFolder, describePictures, type PictureFacts } from './picture-set.ts';

/** The demo's picture with this name or, for other facts, one of the same category. */
function sourceOf({ fileName, category }: PictureFacts): string {
  const own = path.join(demoFolder, fileName.replace(/-\d+\.jpg$/, '.jpg'));
  if (existsSync(own)) return own;
  const other = describePictures().find((facts) => facts.category === category);
  if (!other) throw new Error(`The demo has no picture of the category ${category}.`);
  return path.join(demoFolder, other.fileName);
}

/**
 * A picture of the demo as a JPEG with these facts in its EXIF. Equal facts give equal bytes.
 *
 * @param options.width Long edge in pixels, 2000 when not given.
 * @param options.quality JPEG quality, 86 when not given.
 */
export async function makePicture(
  facts: PictureFacts,
  options: { width?: number; quality?: number } = {},
): Promise<Buffer> {
  const { width = 2000, quality = 86 } = options;
  const jpeg = await sharp(sourceOf(facts))
    .resize(width, width, { fit: 'inside' })
    .jpeg({ quality })
    .toBuffer();
  return addExif(jpeg, facts);
}
