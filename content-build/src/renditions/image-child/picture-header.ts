/** Reads the header of a picture and checks it before pixels are decoded. */
import { MAX_PIXELS, MAX_SIDE, type Size } from '@veldlicht/contract/ladder';
import { reason } from '@veldlicht/contract/reason';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import exifr from 'exifr';
import sharp, { type Metadata } from 'sharp';
import { hasLimitedGrey, heifCodingOf, readPngCoding } from './code-points.ts';
import { ADOBE_RGB, type Coding, classifyCoding, classifyProfile, isHdr } from './colour.ts';
import { type MainItem, readMainItem } from './heif-item.ts';
import { refusalOf, unreadable, unsupported } from './image-types.ts';
import { findPacket, isAdobeByExif } from './metadata.ts';
import { readPngWords } from './png-chunks.ts';
import { stillAvif } from './sniff.ts';
import { turned } from './target-size.ts';

export type PictureHeader = Awaited<ReturnType<typeof readHeader>>;

function checkLimits({ width, height }: Size): void {
  if (width * height <= MAX_PIXELS && Math.max(width, height) <= MAX_SIDE) return;
  const size = `${width} × ${height} pixels`;
  throw unreadable(
    reason('photo_too_large', { size, megapixels: MAX_PIXELS / 1e6, side: MAX_SIDE }),
  );
}

/** Format of a HEIF container by its codec. */
const HEIF_FORMATS: Record<string, AcceptedFormat> = { av1: 'avif', hevc: 'heic' };

/** Tags of a TIFF's page (TIFF 6.0). */
const [KIND, OLD_KIND, COMPRESSION] = [254, 255, 259];
/** None, CCITT, LZW, JPEG, ZIP (two numbers), PackBits and WebP; libtiff decodes tiles of others as black. */
const COMPRESSIONS = [1, 2, 3, 4, 5, 7, 8, 32_773, 32_946, 50_001];
/** Sample formats, by colour space, that libvips converts right; see `requireKnownTiff`. */
const DEPTHS: Record<string, string> = { scrgb: 'float', labs: 'short' };

/** Refuses a TIFF that would be decoded wrong, or whose first page is a preview, as in raw formats of cameras. */
async function requireKnownTiff(file: string, { depth, space, channels }: Metadata): Promise<void> {
  const pick = [KIND, OLD_KIND, COMPRESSION];
  const options = { ifd0: { pick }, translateKeys: false, translateValues: false };
  const page = Object(await exifr.parse(file, options).catch(() => null));
  const isWhole = ((page[KIND] ?? 0) & 5) === 0 && page[OLD_KIND] !== 2;
  const depths = [DEPTHS[space] ?? 'uchar', DEPTHS[space] ?? 'ushort'];
  const isKnown = COMPRESSIONS.includes(page[COMPRESSION]) && depths.includes(depth);
  if (!isWhole || !isKnown || channels > (space === 'cmyk' ? 5 : 4)) throw unsupported('tiff');
}

/** EXIF orientations by clockwise quarter turns: plain, and mirrored left to right after that. */
const TURNS = [
  [1, 6, 3, 8],
  [2, 5, 4, 7],
] as const;

/** Applies `irot` and `imir` of a HEIC in their order. Returns an EXIF orientation. */
function heicOrientation({ properties }: MainItem): number {
  let quarters = 0;
  let isMirrored = false;
  for (const { type, body } of properties) {
    const byte = body[0] ?? 0;
    const turn = type === 'irot' ? 4 - (byte & 3) : type === 'imir' && (byte & 1) === 0 ? 2 : 0;
    quarters += isMirrored ? 4 - turn : turn;
    // A vertical mirror is a half turn and a horizontal mirror.
    if (type === 'imir') isMirrored = !isMirrored;
  }
  return TURNS[isMirrored ? 1 : 0][(quarters % 4) as 0 | 1 | 2 | 3];
}

/** Chooses between numbers, profile and EXIF. Null: the profile counts, or nothing is stated. */
async function codingAs(
  { icc, exif, format }: Metadata,
  coding: Coding | null,
  isRgb: boolean,
): Promise<Coding | null> {
  // A profile goes first, except for HDR, which it can't express, and in a PNG.
  if (coding && (!icc || format === 'png' || isHdr(coding))) return coding;
  const mayBeAdobe = !icc && isRgb && format !== 'heif';
  return mayBeAdobe && (await isAdobeByExif(exif)) ? ADOBE_RGB : null;
}

/** Throws `RefusedFile` for damage, unsupported forms and pictures beyond the limits. */
export async function readHeader(file: string, sniffed: AcceptedFormat) {
  const isHeif = sniffed === 'heic' || sniffed === 'avif';
  const source = sniffed === 'avif' ? await stillAvif(file) : file;
  // Panoramas of telephones have more tiles than sharp's limits allow; `checkLimits` follows.
  const picture = sharp(source, { limitInputPixels: false, unlimited: isHeif });
  const meta = await picture.metadata().catch((error) => {
    throw refusalOf(error, sniffed);
  });
  checkLimits(meta);
  if (sniffed === 'tif') await requireKnownTiff(file, meta);
  const item = isHeif ? await readMainItem(file) : null;
  const extension = isHeif ? HEIF_FORMATS[meta.compression ?? ''] : sniffed;
  if (!extension) throw unsupported();
  const turns = item && extension === 'heic' ? heicOrientation(item) : 1;
  const orientation = isHeif ? turns : (meta.orientation ?? 1);
  const said = sniffed === 'png' ? await readPngCoding(file) : item && heifCodingOf(item);
  const isRgb = meta.space === 'srgb' || meta.space === 'rgb' || meta.space === 'rgb16';
  const own = await codingAs(meta, said, isRgb);
  const space = own ? classifyCoding(own) : meta.icc ? await classifyProfile(meta.icc) : 'srgb';
  const isAnimation = sniffed === 'gif' || typeof source !== 'string';
  const words = sniffed === 'png' ? await readPngWords(file) : meta;
  return {
    extension,
    /** sharp's size of a HEIC is already turned. */
    upright: turned({ width: meta.width, height: meta.height }, isHeif ? 1 : orientation),
    /** EXIF 1..8; 1 where the decoder turns the picture. */
    orientation,
    hasAlpha: meta.hasAlpha,
    colour: isRgb || said ? space : ('other' as const),
    /** Overrules `icc`. */
    coding: own,
    icc: meta.icc ?? null,
    isLimitedGrey: item !== null && (await hasLimitedGrey(item, file)),
    /** Per sample in the file. */
    bits: meta.bitsPerSample ?? 8,
    /** Blocks for formats that exifr can't read: TIFF and XML. */
    exif: words.exif ?? null,
    xmp: words.xmp ?? (isAnimation ? await findPacket(file) : null),
  };
}
