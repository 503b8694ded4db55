/** How much two screenshots of one page differ, for eyes that do not read. */
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** Width of the pictures that are kept, in pixels. */
const KEPT_WIDTH = 200;
/** Width at which they are compared: letters are grey stripes, sections and pictures remain. */
const COMPARED_WIDTH = 160;

export interface Difference {
  /** Of the lengths of the pages, as a part of the first. */
  height: number;
  /** Mean difference of a colour value, 0 to 255. */
  mean: number;
  /** Part of the surface that is plainly another colour. */
  share: number;
}

/** A screenshot as it is kept in the repository: small, with few colours. */
export function keepSmall(png: Buffer): Promise<Buffer> {
  return sharp(png)
    .resize(KEPT_WIDTH)
    .png({ palette: true, colours: 64, dither: 0, effort: 10 })
    .toBuffer();
}

async function pixels(png: Buffer, height?: number) {
  const size = { width: COMPARED_WIDTH, ...(height && { height, fit: 'fill' as const }) };
  return sharp(png)
    .resize(size)
    .blur(0.8)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Compares what was kept with what is there. A longer page is pressed to the length of the first. */
export async function differenceOf(kept: Buffer, shot: Buffer): Promise<Difference> {
  const before = await pixels(kept);
  const { width, height } = before.info;
  const own = await sharp(shot).metadata();
  const length = ((own.height ?? 0) / (own.width || 1)) * width;
  const after = await pixels(shot, height);
  let sum = 0;
  for (const [i, value] of before.data.entries()) sum += Math.abs(value - (after.data[i] ?? 0));
  const others = pixelmatch(before.data, after.data, undefined, width, height, { threshold: 0.15 });
  return {
    height: Math.abs(length - height) / height,
    mean: sum / (width * height * 3),
    share: others / (width * height),
  };
}
