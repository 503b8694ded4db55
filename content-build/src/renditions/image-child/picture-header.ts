/** What the head of a picture says, checked against the limits before a pixel is decoded. */
import { MAX_PIXELS, MAX_SIDE, type Size } from '@veldlicht/contract/ladder';
import { reason } from '@veldlicht/contract/reason';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import exifr from 'exifr';
import sharp, { type Metadata } from 'sharp';
import { hasLimitedGrey, heifCodingOf, readPngCoding } from './code-points.ts';
import { ADOBE_RGB, type Coding, classifyCoding, classifyProfile, isHdr } from './colour.ts';
import { type MainItem, readMainItem } from './heif-item.ts';
import { RefusedFile, refusalOf, unsupported } from './image-types.ts';
import { findPacket, isAdobeByExif } from './metadata.ts';
import { readPngWords } from './png-chunks.ts';
import { stillAvif } from './sniff.ts';
import { turned } from './target-size.ts';

export type PictureHeader = Awaited<ReturnType<typeof readHeader>>;

function checkLimits({ width, height }: Size): void {
  if (width * height <= MAX_PIXELS && Math.max(width, height) <= MAX_SIDE) return;
  const size = `${width} × ${height} pixels`;
  throw new RefusedFile(
    'unreadable_file',
    reason('photo_too_large', { size, megapixels: MAX_PIXELS / 1e6, side: MAX_SIDE }),
  );
}

/** The real format of a HEIF container depends on the codec inside. */
const HEIF_FORMATS: Record<string, AcceptedFormat> = { av1: 'avif', hevc: 'heic' };

/** Tags of a TIFF's page (TIFF 6.0). */
const [KIND, OLD_KIND, COMPRESSION] = [254, 255, 259];
/** None, CCITT, LZW, JPEG, ZIP (both numbers), PackBits and WebP; tiles of others come out black. */
const COMPRESSIONS = [1, 2, 3, 4, 5, 7, 8, 32_773, 32_946, 50_001];
/** By colour space, the kinds of numbers that come out right. */
const DEPTHS: Record<string, string> = { scrgb: 'float', labs: 'short' };

/** Refuses a TIFF that would come out as another picture: cameras begin their own formats with a smaller version. */
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

/** What the numbers of a picture say of its codes; null where its profile says it, or nothing. */
async function codingAs(
  { icc, exif, format }: Metadata,
  coding: Coding | null,
  isRgb: boolean,
): Promise<Coding | null> {
  // A profile says more than numbers, but how HDR is to be shown; in a PNG the numbers go first.
  if (coding && (!icc || format === 'png' || isHdr(coding))) return coding;
  const mayBeAdobe = !icc && isRgb && format !== 'heif';
  return mayBeAdobe && (await isAdobeByExif(exif)) ? ADOBE_RGB : null;
}

/** Reads and checks the header; refuses what is damaged or beyond the limits. */
export async function readHeader(file: string, sniffed: AcceptedFormat) {
  const isHeif = sniffed === 'heic' || sniffed === 'avif';
  const source = sniffed === 'avif' ? await stillAvif(file) : file;
  // A panorama of a telephone has more tiles than the limits that sharp knows: ours come after it.
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
    /** As it should be shown: the header of a HEIC has its turns in it. */
    upright: turned({ width: meta.width, height: meta.height }, isHeif ? 1 : orientation),
    /** EXIF 1..8; 1 where the decoder already turns the picture. */
    orientation,
    hasAlpha: meta.hasAlpha,
    colour: isRgb || said ? space : ('other' as const),
    /** What the codes mean: numbers go before the profile. */
    coding: own,
    icc: meta.icc ?? null,
    isLimitedGrey: item !== null && (await hasLimitedGrey(item, file)),
    /** Of a sample, as the file holds it. */
    bits: meta.bitsPerSample ?? 8,
    /** Blocks of formats whose metadata we cannot read otherwise: TIFF and XML. */
    exif: words.exif ?? null,
    xmp: words.xmp ?? (isAnimation ? await findPacket(file) : null),
  };
}
