/**
 * Decoding once and shrinking step by step. Pixels are 8-bit RGB: sRGB as raw bytes, Display P3 as
 * an uncompressed TIFF in memory, because raw bytes cannot carry the profile.
 */
import { MAX_PIXELS, type Size, slotSize } from '@veldlicht/contract/ladder';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { openHeic } from './heic.ts';
import { refusalOf } from './image-types.ts';
import type { PictureHeader } from './picture-header.ts';
import { stillAvif } from './sniff.ts';
import { scaleTo } from './target-size.ts';
import { mapTones } from './tones.ts';

export interface Pixels extends Size {
  data: Buffer;
  options: SharpOptions;
  isWide: boolean;
}

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

/**
 * The name to open a file by for a size. The JPEG decoder can give a picture at half its size for less,
 * which sharp asks for only from a third of the size downwards, because of how odd sides are rounded;
 * libvips takes options at the end of a name.
 */
export function nameToOpen(
  file: string,
  { extension, upright }: Pick<PictureHeader, 'extension' | 'upright'>,
  size: Size,
): string {
  const ratio = Math.min(upright.width / size.width, upright.height / size.height);
  const isEven = upright.width % 2 === 0 && upright.height % 2 === 0;
  const isHalved = extension === 'jpg' && isEven && ratio >= 2 && ratio < 3;
  return isHalved ? `${file}[shrink=2]` : file;
}

/** A pipeline that gives the codes of the picture, its longer side at most `slot`, on white, not turned yet. */
async function openPicture(file: string, header: PictureHeader, slot: number): Promise<Sharp> {
  const { extension, colour, upright, orientation, hasAlpha } = header;
  const size = slotSize(upright, slot);
  const options: SharpOptions = {
    failOn: 'error',
    limitInputPixels: MAX_PIXELS,
    ignoreIcc: colour !== 'other',
  };
  const source =
    extension === 'heic'
      ? await openHeic(file, header, options)
      : sharp(
          extension === 'avif' ? await stillAvif(file) : nameToOpen(file, header, size),
          options,
        );
  const sized = source.resize(scaleTo(size, orientation));
  return hasAlpha ? sized.flatten({ background: '#ffffff' }) : sized;
}

const [SHORT, LONG, UNDEFINED] = [3, 4, 7];

/** RGB codes of 8 or 16 bits as an uncompressed TIFF (TIFF 6.0, one strip) that says what they mean. */
export function makeTiff(
  { width, height, data }: Size & { data: Uint8Array | Uint16Array },
  icc: Buffer,
): Buffer {
  const bitsAt = 8 + 2 + 12 * 11 + 4;
  const iccAt = bitsAt + 8;
  const pixelsAt = iccAt + icc.length + (icc.length % 2);
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 3, bitsAt],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 2],
    [273, LONG, 1, pixelsAt],
    [277, SHORT, 1, 3],
    [278, LONG, 1, height],
    [279, LONG, 1, data.byteLength],
    [284, SHORT, 1, 1],
    [34_675, UNDEFINED, icc.length, iccAt],
  ];
  const head = Buffer.alloc(pixelsAt);
  head.write('II*\0\x08\0\0\0', 'latin1');
  head.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, type, count, value], i) => {
    const at = 10 + i * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
  });
  for (let channel = 0; channel < 3; channel++)
    head.writeUInt16LE(8 * data.BYTES_PER_ELEMENT, bitsAt + channel * 2);
  icc.copy(head, iccAt);
  return Buffer.concat([head, Buffer.from(data.buffer, data.byteOffset, data.byteLength)]);
}

/**
 * Codes as a TIFF that has nothing of the file but its profile: not its orientation either, which an AVIF
 * made of it would carry, and every browser would turn the picture once more.
 */
async function asTiff(flat: Sharp, { icc, tones, bits }: PictureHeader, isDeep: boolean) {
  if (!icc) throw new Error('a profile is needed');
  const rgb = isDeep
    ? flat.toColourspace('rgb16').raw({ depth: 'ushort' })
    : flat.toColourspace('srgb').raw();
  const { data: bytes, info } = await rgb.toBuffer({ resolveWithObject: true });
  const codes = isDeep ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2) : bytes;
  // Codes of ten or twelve bits stand in the upper ones of sixteen.
  const white = isDeep ? (2 ** bits - 1) * 2 ** (16 - bits) : 255;
  const { width, height } = info;
  const data = tones ? mapTones(codes, white, tones) : codes;
  return { data: makeTiff({ width, height, data }, icc), width, height };
}

/** The picture in its own colours, not turned yet. */
async function decodeColours(flat: Sharp, header: PictureHeader): Promise<Pixels> {
  const { colour, extension, icc, tones, bits } = header;
  if (tones) return { ...(await asTiff(flat, header, bits > 8)), options: {}, isWide: true };
  if (colour === 'wide') {
    // 16 bits in between: sharp converts 8-bit pixels by way of sRGB, which would cut colours off.
    const { data } = await asTiff(flat, header, true);
    return keep(sharp(data).withIccProfile('p3').toColourspace('srgb'), true);
  }
  // The decoder of HEIC hands on no profile.
  const isBare = colour === 'other' && extension === 'heic' && icc;
  const source = isBare ? sharp((await asTiff(flat, header, false)).data) : flat;
  return keep(source.toColourspace('srgb'), false);
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
