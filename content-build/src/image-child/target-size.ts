import type { ResizeOptions } from 'sharp';

/** Tallest picture an AVIF can hold (libheif's limit in libvips). */
export const MAX_TARGET_HEIGHT = 16_384;

export interface Size {
  width: number;
  height: number;
}

/** Size of a rendition at most `slot` pixels wide: same shape, never enlarged, both sides ≥ 1. */
export function targetSize({ width, height }: Size, slot: number): Size {
  const scale = Math.min(1, slot / width, MAX_TARGET_HEIGHT / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** EXIF orientations 5 to 8 lie on their side. */
export function isSideways(orientation: number): boolean {
  return orientation >= 5 && orientation <= 8;
}

export function turned(size: Size, orientation: number): Size {
  return isSideways(orientation) ? { width: size.height, height: size.width } : size;
}

/**
 * What sharp is told to reach `targetSize`: the side that is exact, so that it scales both alike. Told
 * both, it stretches by up to half a pixel, which costs more sharpness than the encoder does. A side
 * of a few pixels could vanish that way: then both are told. `orientation` is the EXIF one of pixels
 * that are not upright yet.
 */
export function scaleTo(upright: Size, orientation = 1): ResizeOptions {
  const { width, height } = turned(upright, orientation);
  if (Math.min(width, height) < 16) return { width, height, fit: 'fill' };
  const isWidthExact = upright.height < MAX_TARGET_HEIGHT;
  return isWidthExact === isSideways(orientation) ? { height } : { width };
}
