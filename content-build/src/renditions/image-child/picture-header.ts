/** What the head of a picture says, checked against the limits before a pixel is decoded. */

import { MAX_PIXELS, MAX_SIDE, type Size } from '@veldlicht/contract/ladder';
import { reason } from '@veldlicht/contract/reason';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import sharp from 'sharp';
import { type ColourSpace, classifyProfile, p3Profile, readCodePoints } from './colour.ts';
import { RefusedFile, unreadable, unsupported } from './image-types.ts';
import { isAdobeByExif } from './metadata.ts';
import { stillAvif } from './sniff.ts';
import { turned } from './target-size.ts';
import { findPage } from './tiff.ts';
import { ADOBE_RGB, chooseTones, P3, type Tones } from './tones.ts';

export interface PictureHeader {
  extension: AcceptedFormat;
  /** Which page of a TIFF it is; `null` for the picture that the decoder takes by itself. */
  page: number | null;
  /** As it should be shown. */
  upright: Size;
  /** EXIF 1..8; 1 where the decoder already turns the picture. */
  orientation: number;
  hasAlpha: boolean;
  colour: ColourSpace;
  /** What the codes mean: the file's own profile, or ours when it says its colours in another way. */
  icc: Buffer | null;
  /** How the pixels come into that profile, when they are HDR, BT.2020 or Adobe RGB without a profile. */
  tones: Tones | null;
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
function readMeta(source: string | Buffer, page: number | null, isHeif: boolean) {
  const options = { limitInputPixels: false, unlimited: isHeif };
  return sharp(source, { ...options, ...(page === null ? {} : { page }) }).metadata();
}

/** Reads and checks the header; refuses what is damaged or beyond the limits. */
export async function readHeader(file: string, sniffed: AcceptedFormat): Promise<PictureHeader> {
  const page = sniffed === 'tif' ? await findPage(file) : null;
  const isHeif = sniffed === 'heic' || sniffed === 'avif';
  const meta = await (sniffed === 'avif' ? stillAvif(file) : Promise.resolve(file))
    .then((source) => readMeta(source, page, isHeif))
    .catch((error) => {
      throw error instanceof RefusedFile ? error : unreadable();
    });
  checkLimits(meta);
  const orientation = isHeif ? 1 : (meta.orientation ?? 1);
  const isRgb = meta.space === 'srgb' || meta.space === 'rgb' || meta.space === 'rgb16';
  const codes = isHeif ? await readCodePoints(file) : null;
  const isAdobe = !isHeif && isRgb && !meta.icc && (await isAdobeByExif(meta.exif));
  const tones = codes ? chooseTones(codes, !!meta.icc) : isAdobe ? ADOBE_RGB : null;
  const isP3 = !!tones || (!meta.icc && codes?.primaries === P3);
  const icc = isP3 ? await p3Profile() : (meta.icc ?? null);
  return {
    extension: isHeif ? heifExtension(meta.compression) : sniffed,
    page,
    upright: turned({ width: meta.width, height: meta.height }, orientation),
    orientation,
    hasAlpha: meta.hasAlpha,
    colour: !isRgb ? 'other' : icc ? classifyProfile(icc) : 'srgb',
    icc,
    tones,
    bits: meta.bitsPerSample ?? 8,
    exif: meta.exif ?? null,
    xmp: meta.xmp ?? null,
  };
}
