/**
 * Decoding once and shrinking step by step. Pixels are 8-bit RGB: sRGB as raw bytes, Display P3 as
 * an uncompressed TIFF in memory, because raw bytes cannot carry the profile.
 */
import { MAX_PIXELS, type Size, slotSize } from '@veldlicht/contract/ladder';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { refusalOf } from './image-types.ts';
import type { PictureHeader } from './picture-header.ts';
import { makeTiff } from './plain-tiff.ts';
import { stillAvif } from './sniff.ts';
import { scaleTo } from './target-size.ts';
import { mapTones } from './tones.ts';

export interface Pixels extends Size {
  data: Buffer;
  options: SharpOptions;
  isWide: boolean;
}

type Colours = Pick<PictureHeader, 'extension' | 'colour' | 'icc' | 'hdr' | 'bits'>;

/** A pipeline from decoded pixels; keeps the Display P3 profile of wide ones and nothing else. */
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

/** Turns small pixels upright. One operation per pipeline: sharp has an order of its own. */
async function turnUpright(pixels: Pixels, orientation: number): Promise<Pixels> {
  const angle = { 3: 180, 5: 90, 6: 90, 7: 270, 8: 270 }[orientation];
  const { isWide } = pixels;
  const rotated = angle ? await keep(fromPixels(pixels).rotate(angle), isWide) : pixels;
  if (orientation === 4) return keep(fromPixels(rotated).flip(), isWide);
  return [2, 5, 7].includes(orientation) ? keep(fromPixels(rotated).flop(), isWide) : rotated;
}

/** Stretches grey between 16 and 235 to all codes, of which so many are one of 8 bits. */
function stretchGrey(flat: Sharp, perCode: number): Sharp {
  const factor = (256 * perCode - 1) / (219 * perCode);
  // Half a code, since sharp cuts what is behind the point.
  return flat.linear(factor, 0.5 - 16 * perCode * factor);
}

/** A pipeline that gives the codes of the picture, its longer side at most `slot`, on white, not turned yet. */
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

/** Codes of 8 bits as ones of 16; libvips makes odd ones a whole step brighter. */
function deepen(codes: Buffer): Uint16Array {
  const deep = new Uint16Array(codes.length);
  for (let at = 0; at < codes.length; at++) deep[at] = (codes[at] ?? 0) * 257;
  return deep;
}

/**
 * The codes of a picture that is no sRGB, of 16 bits, since sharp converts those of 8 bits by way of sRGB, which
 * would cut colours off. The TIFF has nothing of the file but its profile: not its orientation either, which
 * an AVIF made of it would carry, and every browser would turn the picture once more.
 */
async function codesAsTiff(flat: Sharp, { extension, icc, hdr, bits }: Colours): Promise<Buffer> {
  if (!icc) throw new Error('a profile is needed');
  const isDeep = bits > 8;
  const rgb = isDeep
    ? flat.toColourspace('rgb16').raw({ depth: 'ushort' })
    : flat.toColourspace('srgb').raw();
  const { data: bytes, info } = await rgb.toBuffer({ resolveWithObject: true });
  const codes = isDeep
    ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
    : deepen(bytes);
  // Of an AVIF codes of ten or twelve bits stand in the upper ones of sixteen.
  const white = isDeep && extension === 'avif' ? (2 ** bits - 1) * 2 ** (16 - bits) : 65_535;
  const data = hdr ? mapTones(codes, white, hdr) : codes;
  return makeTiff({ width: info.width, height: info.height, data }, icc);
}

/** Converts the unconverted codes of a picture to sRGB, or to Display P3 where its colours are wide. */
export async function decodeColours(flat: Sharp, colours: Colours): Promise<Pixels> {
  if (colours.colour !== 'wide' && !colours.hdr) return keep(flat.toColourspace('srgb'), false);
  const tiff = await codesAsTiff(flat, colours);
  return keep(sharp(tiff).withIccProfile('p3').toColourspace('srgb'), true);
}

/**
 * The whole picture, decoded to its last byte, upright, its longer side at most `slot`. It is turned after it
 * is made small: turning needs all pixels in memory. Refuses a damaged file.
 */
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

/** The same picture, its longer side at most `slot`; the very same pixels when they already are. */
export async function shrink(pixels: Pixels, upright: Size, slot: number): Promise<Pixels> {
  const size = slotSize(upright, slot);
  if (size.width === pixels.width && size.height === pixels.height) return pixels;
  const smaller = fromPixels(pixels).resize(scaleTo(size));
  return keep(smaller, pixels.isWide);
}
