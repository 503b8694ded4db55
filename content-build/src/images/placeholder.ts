import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Pixels } from './pixels.ts';

export interface Placeholder {
  /** ThumbHash in base64. */
  placeholder: string;
  /** '#rrggbb' */
  color: string;
}

function averageColour(rgba: Buffer): string {
  const sum = [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4)
    for (let part = 0; part < 3; part++) sum[part] = (sum[part] ?? 0) + (rgba[at + part] ?? 0);
  const hex = (total: number) =>
    Math.round((total * 4) / rgba.length)
      .toString(16)
      .padStart(2, '0');
  return `#${sum.map(hex).join('')}`;
}

/** What a page shows until the picture is there; in sRGB whatever the picture is in. */
export async function makePlaceholder(pixels: Pixels): Promise<Placeholder> {
  const { data, info } = await sharp(pixels.data, pixels.options)
    .resize(100, 100, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = rgbaToThumbHash(info.width, info.height, data);
  return { placeholder: Buffer.from(hash).toString('base64'), color: averageColour(data) };
}
