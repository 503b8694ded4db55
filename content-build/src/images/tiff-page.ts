/** Which page of a TIFF is its picture, and whether what decodes TIFFs here can decode it. */
import { unreadable, unsupported } from './image-types.ts';
import { type Directory, readDirectories, type TiffDirectories, tags } from './tiff-directories.ts';

const JPEG = 7;
/** None, CCITT, LZW, JPEG, ZIP (both numbers), PackBits and WebP. */
const COMPRESSIONS = [1, 2, 3, 4, 5, JPEG, 8, 32_773, 32_946, 50_001];
/** SGI LogLuv has a form of its own for numbers. */
const LOG_COMPRESSIONS = [34_676, 34_677];

const GREYS = [0, 1];
const YCBCR = 6;
const LAB = 8;
const CMYK = 5;
/** The others are RGB and palette. */
const PHOTOMETRICS = [...GREYS, 2, 3, CMYK, YCBCR, LAB];
/** The colours and one for what shows through; more are masks that somebody has saved with the picture. */
const maxChannels = (photometric: number) => (photometric === CMYK ? 5 : 4);

const SEPARATE_PLANES = 2;

const FLOAT = 3;
/** Bits per channel by kind of number: whole, floating, and not said. */
const DEPTHS: Record<number, number[]> = {
  1: [1, 2, 4, 8, 16],
  [FLOAT]: [16, 32],
  4: [1, 2, 4, 8, 16],
};

/** Of other forms black or noise would be made, or nothing at all. */
function isDecodable(page: Directory): boolean {
  const first = (tag: number, otherwise: number) => page.get(tag)?.[0] ?? otherwise;
  const compression = first(tags.compression, 1);
  const photometric = first(tags.photometric, 1);
  const kind = first(tags.sampleFormat, 1);
  const bits = page.get(tags.bitsPerSample) ?? [1];
  if (LOG_COMPRESSIONS.includes(compression)) return true;
  if (first(tags.samplesPerPixel, 1) > maxChannels(photometric)) return false;
  const hasPlanes = first(tags.planarConfiguration, 1) === SEPARATE_PLANES;
  if (hasPlanes && page.has(tags.tileWidth)) return false;
  if (!COMPRESSIONS.includes(compression) || !PHOTOMETRICS.includes(photometric)) return false;
  if (photometric === YCBCR && compression !== JPEG) return false;
  if (photometric === LAB && bits[0] !== 16) return false;
  if (kind === FLOAT && GREYS.includes(photometric)) return false;
  return bits.every((depth) => DEPTHS[kind]?.includes(depth));
}

/** What single photosites have seen, and the same made linear. */
const RAW_PHOTOMETRICS = [32_803, 34_892];

function isOfCamera({ pages, inner, isCr2 }: TiffDirectories): boolean {
  const hasRaw = (page: Directory) =>
    page.has(tags.dngVersion) || RAW_PHOTOMETRICS.includes(page.get(tags.photometric)?.[0] ?? 0);
  return isCr2 || [...pages, ...inner].some(hasRaw);
}

/** A page that is no smaller version of another one, and no mask. */
function isFull(page: Directory): boolean {
  const kind = page.get(tags.newSubfileType)?.[0] ?? 0;
  return (kind & 5) === 0 && page.get(tags.subfileType)?.[0] !== 2;
}

/** The number of the page to show; -1 when the picture itself is in a form of the camera's own. */
function mainPage({ pages }: TiffDirectories): number {
  const full = pages.findIndex(isFull);
  const isElsewhere = (page: Directory) => page.has(tags.subDirectories) || page.has(tags.make);
  return full === -1 && !pages.some(isElsewhere) ? 0 : full;
}

/**
 * The number of the page that is the picture. Refuses what a camera keeps for itself, which looks like
 * a TIFF with a small picture, and a TIFF that would be decoded to another picture than it holds.
 */
export async function findPage(file: string): Promise<number> {
  const found = await readDirectories(file).catch(() => {
    throw unreadable();
  });
  if (isOfCamera(found)) throw unsupported();
  if (found.pages.length === 0) throw unreadable();
  const number = mainPage(found);
  const page = found.pages[number];
  if (!page) throw unsupported();
  if (isDecodable(page)) return number;
  throw unsupported(
    'TIFF',
    'save it with 8 or 16 bits per channel, without extra channels, uncompressed or with LZW, ZIP or JPEG',
  );
}
