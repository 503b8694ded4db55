/** What the head of a picture says, checked against the limits before a pixel is decoded. */
import { MAX_PIXELS, MAX_SIDE } from '@veldlicht/contract/ladder';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import sharp from 'sharp';
import { isP3ByCode, p3Profile } from './heif-colour.ts';
import { type ColourSpace, classifyProfile } from './icc-profile.ts';
import { RefusedFile, unreadable, unsupported } from './image-types.ts';
import { type Size, turned } from './target-size.ts';

export interface PictureHeader {
  extension: AcceptedFormat;
  /** As it should be shown. */
  upright: Size;
  /** EXIF 1..8; 1 where the decoder already turns the picture. */
  orientation: number;
  hasAlpha: boolean;
  colour: ColourSpace;
  icc: Buffer | null;
  /** The profile is ours: the file says its colours in another way. */
  isIccOurs: boolean;
  /** A TIFF block, for formats whose metadata we cannot read otherwise. */
  exif: Buffer | null;
}

function checkLimits({ width, height }: Size): void {
  if (width * height <= MAX_PIXELS && Math.max(width, height) <= MAX_SIDE) return;
  const size = `${width} × ${height} pixels`;
  throw new RefusedFile(
    'unreadable_file',
    `This picture is too large (${size}). At most ${MAX_PIXELS / 1e6} megapixels and ${MAX_SIDE} pixels a side are accepted.`,
  );
}

/** The real format of a HEIF container depends on the codec inside. */
function heifExtension(compression: string | undefined): AcceptedFormat {
  if (compression === 'av1') return 'avif';
  if (compression === 'hevc') return 'heic';
  throw unsupported();
}

/** Reads and checks the header; refuses what is damaged or beyond the limits. */
export async function readHeader(file: string, sniffed: AcceptedFormat): Promise<PictureHeader> {
  const meta = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable();
    });
  checkLimits(meta);
  const isHeif = sniffed === 'heic' || sniffed === 'avif';
  const orientation = isHeif ? 1 : (meta.orientation ?? 1);
  const isIccOurs = isHeif && !meta.icc && (await isP3ByCode(file));
  const icc = isIccOurs ? await p3Profile() : (meta.icc ?? null);
  const isRgb = meta.space === 'srgb' || meta.space === 'rgb' || meta.space === 'rgb16';
  return {
    extension: isHeif ? heifExtension(meta.compression) : sniffed,
    upright: turned({ width: meta.width, height: meta.height }, orientation),
    orientation,
    hasAlpha: meta.hasAlpha,
    colour: !isRgb ? 'other' : icc ? classifyProfile(icc) : 'srgb',
    icc,
    isIccOurs,
    exif: meta.exif ?? null,
  };
}
