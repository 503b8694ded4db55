/** Decoded 8-bit RGB: sRGB as raw pixels, wide colours as a TIFF with the profile of Display P3. */
import { MAX_PIXELS, type Size, slotSize } from '@veldlicht/contract/ladder';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { refusalOf } from './image-types.ts';
import type { PictureHeader } from './picture-header.ts';
import { makeTiff } from './plain-tiff.ts';
import { stillAvif } from './sniff.ts';
import { scaleTo } from './target-size.ts';
import { toDisplayP3 } from './tones.ts';

export interface Pixels extends Size {
  data: Buffer;
  options: SharpOptions;
  isWide: boolean;
}

type Colours = Pick<PictureHeader, 'extension' | 'colour' | 'icc' | 'coding' | 'bits'>;

/** Opens pixels as a pipeline whose output has the profile of wide colours and no other metadata. */
export function fromPixels(pixels: Pixels): Sharp {
  const pipeline = sharp(pixels.data, pixels.options);
  return pixels.isWide ? pipeline.keepIccProfile() : pipeline;
}

async function keep(pipeline: Sharp, isWide: boolean): Promise<Pixels> {
  const ended = isWide ? pipeline.tiff({ compression: 'none' }) : pipeline.raw();
  const { data, info } = await ended.toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const options: SharpOptions = isWide ? {} : { raw: { width, height, channels: 3 } };
  return { data, options, width, height, isWide };
}

/** Applies an EXIF orientation. sharp mirrors before it turns, whatever the order of the calls. */
async function turnUpright(pixels: Pixels, orientation: number): Promise<Pixels> {
  if (orientation === 1) return pixels;
  const angle = { 3: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation] ?? 0;
  const mirrored = fromPixels(pixels)
    .flip(orientation === 4)
    .flop([2, 5, 7].includes(orientation));
  return keep(mirrored.rotate(angle), pixels.isWide);
}

/** Stretches limited range (16 to 235) to full range; `perCode` is the step of one 8-bit code. */
function stretchGrey(flat: Sharp, perCode: number): Sharp {
  const factor = (256 * perCode - 1) / (219 * perCode);
  // Half a code more, since sharp truncates.
  return flat.linear(factor, 0.5 - 16 * perCode * factor);
}

/** Opens the codes of a picture, its longer side at most `slot`, on white, not turned. */
async function openPicture(file: string, header: PictureHeader, slot: number): Promise<Sharp> {
  const { extension, colour, upright, orientation, hasAlpha, isLimitedGrey } = header;
  const size = slotSize(upright, slot);
  const options: SharpOptions = {
    failOn: 'error',
    limitInputPixels: MAX_PIXELS,
    ignoreIcc: colour !== 'other',
  };
  const source =
    extension === 'heic'
      ? await (await import('./heic.ts')).openHeic(file, header, options)
      : sharp(extension === 'avif' ? await stillAvif(file) : file, options);
  const sized = source.resize(scaleTo(size, orientation));
  const flat = hasAlpha ? sized.flatten({ background: '#ffffff' }) : sized;
  return isLimitedGrey ? stretchGrey(flat, header.bits > 8 ? 256 : 1) : flat;
}

/** Widens 8-bit codes to 16 bits; libvips would make odd ones a step brighter. */
function deepen(codes: Buffer): Uint16Array {
  const deep = new Uint16Array(codes.length);
  for (let at = 0; at < codes.length; at++) deep[at] = (codes[at] ?? 0) * 257;
  return deep;
}

/**
 * Converts codes to sRGB, or wide colours to Display P3: in 16 bits, since sharp converts 8 bits by way of sRGB, which
 * clips. The result has no metadata, such as an orientation.
 */
export async function decodeColours(flat: Sharp, colours: Colours): Promise<Pixels> {
  const { extension, colour, icc, coding, bits } = colours;
  if (colour !== 'wide') return keep(flat.toColourspace('srgb'), false);
  const isDeep = bits > 8;
  const rgb = isDeep
    ? flat.toColourspace('rgb16').raw({ depth: 'ushort' })
    : flat.toColourspace('srgb').raw();
  const { data: bytes, info } = await rgb.toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const deep = new Uint16Array(bytes.buffer, bytes.byteOffset, isDeep ? bytes.length / 2 : 0);
  // libheif leaves the low bits of ten- and twelve-bit codes 0.
  const deepWhite = extension === 'avif' ? (2 ** bits - 1) * 2 ** (16 - bits) : 65_535;
  const toWide = (source: Sharp) => keep(source.withIccProfile('p3').toColourspace('srgb'), true);
  if (coding) {
    const codes = isDeep ? toDisplayP3(deep, deepWhite, coding) : toDisplayP3(bytes, 255, coding);
    // sharp takes 16-bit codes without a profile for Display P3.
    return toWide(sharp(codes, { raw: { width, height, channels: 3 } }));
  }
  if (!icc) throw new Error('a profile is needed');
  return toWide(sharp(makeTiff({ width, height, data: isDeep ? deep : deepen(bytes) }, icc)));
}

/** Decodes a picture, its longer side at most `slot`. Turns it after shrinking: that holds all pixels in memory. */
export async function decodePicture(
  file: string,
  header: PictureHeader,
  slot: number,
): Promise<Pixels> {
  try {
    const flat = await openPicture(file, header, slot);
    return await turnUpright(await decodeColours(flat, header), header.orientation);
  } catch (error) {
    throw refusalOf(error, header.extension);
  }
}

/** Shrinks to a longer side of `slot`; returns the same object when the size is right. */
export async function shrink(pixels: Pixels, upright: Size, slot: number): Promise<Pixels> {
  const size = slotSize(upright, slot);
  if (size.width === pixels.width && size.height === pixels.height) return pixels;
  const smaller = fromPixels(pixels).resize(scaleTo(size));
  return keep(smaller, pixels.isWide);
}
