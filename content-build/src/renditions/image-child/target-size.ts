import type { Size } from '@veldlicht/contract/ladder';
import type { ResizeOptions } from 'sharp';

/** EXIF orientations 5 to 8 swap the sides. */
export function turned(size: Size, orientation: number): Size {
  return orientation >= 5 ? { width: size.height, height: size.width } : size;
}

/**
 * Resize options for a size of the ladder. By the longer side only: given both, sharp stretches by up to half a pixel,
 * which costs more sharpness than the encoder does. By both below 16 pixels, where the shorter side could become 0.
 */
export function scaleTo(upright: Size, orientation = 1): ResizeOptions {
  const { width, height } = turned(upright, orientation);
  if (Math.min(width, height) < 16) return { width, height, fit: 'fill' };
  return width >= height ? { width } : { height };
}
