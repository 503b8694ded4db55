import type { Size } from '@veldlicht/contract/ladder';
import type { ResizeOptions } from 'sharp';

/** EXIF orientations 5 to 8 lie on their side. */
export function isSideways(orientation: number): boolean {
  return orientation >= 5 && orientation <= 8;
}

export function turned(size: Size, orientation: number): Size {
  return isSideways(orientation) ? { width: size.height, height: size.width } : size;
}

/**
 * How sharp is to reach a size of the ladder: by the longer side, or it stretches by up to half a pixel, which costs
 * more sharpness than the encoder does. A side of a few pixels could vanish that way: then by both.
 */
export function scaleTo(upright: Size, orientation = 1): ResizeOptions {
  const { width, height } = turned(upright, orientation);
  if (Math.min(width, height) < 16) return { width, height, fit: 'fill' };
  return width >= height ? { width } : { height };
}
