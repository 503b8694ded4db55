/** What the head of a picture says, checked against the limits before a pixel is decoded. */

import { MAX_PIXELS, MAX_SIDE, type Size } from '@veldlicht/contract/ladder';
import { reason } from '@veldlicht/contract/reason';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import exifr from 'exifr';
import sharp, { type Metadata } from 'sharp';
import { type Coding, heifCodingOf, isHdr, readPngCoding } from './code-points.ts';
import { adobeProfile, type ColourSpace, classifyProfile, makeProfile } from './colour.ts';
import { type MainItem, readMainItem } from './heif-item.ts';
import { RefusedFile, refusalOf, unsupported } from './image-types.ts';
import { findPacket, isAdobeByExif } from './metadata.ts';
import { readPngWords } from './png-chunks.ts';
import { stillAvif } from './sniff.ts';
import { turned } from './target-size.ts';
import type { HdrTransfer } from './tones.ts';

export interface PictureHeader {
  extension: AcceptedFormat;
  /** As it should be shown. */
  upright: Size;
  /** EXIF 1..8; 1 where the decoder already turns the picture. */
  orientation: number;
  hasAlpha: boolean;
  colour: ColourSpace;
  /** What the codes mean: the file's own profile, or ours when it says its colours in another way. */
  icc: Buffer | null;
  /** HDR has to be mapped to the tones of that profile. */
  hdr: HdrTransfer | null;
  /** Grey between 16 and 235, to be stretched. */
  isLimitedGrey: boolean;
  /** Of a sample, as the file holds it. */
  bits: number;
  /** A TIFF block, for formats whose metadata we cannot read otherwise. */
  exif: Buffer | null;
  /** Likewise; XML. */
  xmp: Buffer | null;
}

function checkLimits({ width, height }: Size): void {
  if (width * height <= MAX_PIXELS && Math.max(width, height) <= MAX_SIDE) return;
  const size = `${width} × ${height} pixels`;
  throw new RefusedFile(
    'unreadable_file',
    reason('photo_too_large', { size, megapixels: MAX_PIXELS / 1e6, side: MAX_SIDE }),
  );
}

/** The real format of a HEIF container depends on the codec inside. */
function heifExtension(compression: string | undefined): AcceptedFormat {
  if (compression === 'av1') return 'avif';
  if (compression === 'hevc') return 'heic';
  throw unsupported();
}

/** A panorama of a telephone has more tiles than the limits that sharp knows: ours come after it. */
function readMeta(source: string | Buffer, isHeif: boolean) {
  return sharp(source, { limitInputPixels: false, unlimited: isHeif }).metadata();
}

/** Tags of a TIFF's page (TIFF 6.0). */
const [KIND, OLD_KIND, COMPRESSION] = [254, 255, 259];
/** None, CCITT, LZW, JPEG, ZIP (both numbers), PackBits and WebP; tiles of others come out black. */
const COMPRESSIONS = [1, 2, 3, 4, 5, 7, 8, 32_773, 32_946, 50_001];
/** By colour space, the kinds of numbers that come out right. */
const DEPTHS: Record<string, string> = { scrgb: 'float', labs: 'short' };

/**
 * Refuses a TIFF that would come out as another picture. A smaller version as the first page is how cameras
 * begin their own formats.
 */
async function requireKnownTiff(file: string, { depth, space, channels }: Metadata): Promise<void> {
  const pick = [KIND, OLD_KIND, COMPRESSION];
  const options = { ifd0: { pick }, translateKeys: false, translateValues: false };
  const page = Object(await exifr.parse(file, options).catch(() => null));
  const isWhole = ((page[KIND] ?? 0) & 5) === 0 && page[OLD_KIND] !== 2;
  const depths = [DEPTHS[space] ?? 'uchar', DEPTHS[space] ?? 'ushort'];
  const isKnown = COMPRESSIONS.includes(page[COMPRESSION]) && depths.includes(depth);
  if (!isWhole || !isKnown || channels > (space === 'cmyk' ? 5 : 4)) throw unsupported('tiff');
}

/** Turned clockwise by so many quarters: as it is, and mirrored after that. */
const TURNS = [
  [1, 6, 3, 8],
  [2, 5, 4, 7],
] as const;

/** The turns and mirrors of a HEIC, in the order it names them, as an EXIF orientation. */
function heicOrientation({ properties }: MainItem): number {
  let quarters = 0;
  let isMirrored = false;
  for (const { type, body } of properties) {
    const byte = body[0] ?? 0;
    const turn = type === 'irot' ? 4 - (byte & 3) : type === 'imir' && (byte & 1) === 0 ? 2 : 0;
    quarters += isMirrored ? 4 - turn : turn;
    // Above and below is a half turn, and left and right.
    if (type === 'imir') isMirrored = !isMirrored;
  }
  return TURNS[isMirrored ? 1 : 0][(quarters % 4) as 0 | 1 | 2 | 3];
}

/** The profile of the pixels as they are handed on; null for sRGB. */
async function profileOf(
  { icc, exif, format }: Metadata,
  coding: Coding | null,
  isRgb: boolean,
): Promise<Buffer | null> {
  // A profile says more than numbers, but how HDR is to be shown; in a PNG the numbers go first.
  if (coding && (!icc || format === 'png' || isHdr(coding.curve)))
    return makeProfile(coding.primaries, isHdr(coding.curve) ? 'srgb' : coding.curve);
  if (icc) return icc;
  return isRgb && format !== 'heif' && (await isAdobeByExif(exif)) ? adobeProfile() : null;
}

/** Reads and checks the header; refuses what is damaged or beyond the limits. */
export async function readHeader(file: string, sniffed: AcceptedFormat): Promise<PictureHeader> {
  const isHeif = sniffed === 'heic' || sniffed === 'avif';
  const source = sniffed === 'avif' ? await stillAvif(file) : file;
  const meta = await readMeta(source, isHeif).catch((error) => {
    throw refusalOf(error, sniffed);
  });
  checkLimits(meta);
  if (sniffed === 'tif') await requireKnownTiff(file, meta);
  const item = isHeif ? await readMainItem(file) : null;
  const extension = isHeif ? heifExtension(meta.compression) : sniffed;
  const turns = item && extension === 'heic' ? heicOrientation(item) : 1;
  const orientation = isHeif ? turns : (meta.orientation ?? 1);
  const coding = sniffed === 'png' ? await readPngCoding(file) : item && heifCodingOf(item);
  const isRgb = meta.space === 'srgb' || meta.space === 'rgb' || meta.space === 'rgb16';
  const icc = await profileOf(meta, coding, isRgb);
  const isAnimation = sniffed === 'gif' || typeof source !== 'string';
  const words = sniffed === 'png' ? await readPngWords(file) : meta;
  return {
    extension,
    // The header of a HEIC has its turns in it.
    upright: turned({ width: meta.width, height: meta.height }, isHeif ? 1 : orientation),
    orientation,
    hasAlpha: meta.hasAlpha,
    colour: !isRgb && !coding ? 'other' : icc ? await classifyProfile(icc) : 'srgb',
    icc,
    hdr: coding && isHdr(coding.curve) ? coding.curve : null,
    isLimitedGrey: coding?.isLimitedGrey ?? false,
    bits: meta.bitsPerSample ?? 8,
    exif: words.exif ?? null,
    xmp: words.xmp ?? (isAnimation ? await findPacket(file) : null),
  };
}
