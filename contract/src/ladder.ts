/** The ladder of published sizes and its addresses (architecture §4). Without zod, since browsers load it. */

/** Longer sides of the AVIFs in pixels, smallest first. */
export const avifLadder = [480, 960, 1600, 2560, 3840] as const;

/** Longer sides of the JPEG fallbacks: 960 for every browser, 1600 for sharing. */
export const jpegLadder = [960, 1600] as const;

/** Longer side of the first rendition, whose address never changes: `imageUrl` points to it. */
export const FIRST_SLOT = 960;
export const FIRST_NAME = `${FIRST_SLOT}.jpg`;

/**
 * Version of the ladder: the first digit of an edition. Published files never change, so new files of the same picture
 * have another edition in their names (decision 013). Up to version 2 slots were widths, up to 2560.
 */
export const LADDER_GENERATION = 3;

/** Largest picture that is decoded, in pixels. */
export const MAX_PIXELS = 150_000_000;
export const MAX_SIDE = 30_000;

/** Public address of a rendition: /media/<hash>/<name>. */
export function renditionUrl(hash: string, name: string): string {
  return `/media/${hash}/${name}`;
}

export interface Size {
  width: number;
  height: number;
}

/** A file of the ladder, with its true size. */
export interface Still extends Size {
  format: 'avif' | 'jpg';
  slot: number;
  name: string;
}

/** Size of a picture in a slot: same ratio, never enlarged, both sides ≥ 1. `side` is the one that the slot limits. */
export function slotSize({ width, height }: Size, slot: number, side = Math.max(width, height)) {
  const scale = Math.min(1, slot / side);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/**
 * Files of a picture in an edition, AVIF first, smallest first: every slot up to its size, and the next slot at its own
 * size. Nothing is enlarged; the smallest slot always exists.
 */
export function ladderOf(edition: string, upright: Size): Still[] {
  const isToday = generationOf(edition) >= LADDER_GENERATION;
  const side = isToday ? Math.max(upright.width, upright.height) : upright.width;
  const avifs = isToday ? avifLadder : avifLadder.filter((slot) => slot <= 2560);
  const stills = (format: Still['format'], ladder: readonly number[]) => {
    const fits = ladder.filter((slot, i) => slot <= side || side > (ladder[i - 1] ?? 0));
    // JPEGs of earlier versions have no edition.
    const own = isToday || format === 'avif' ? edition : '';
    return fits.map((slot) => ({
      format,
      slot,
      name: `${slot}${own && `-${own}`}.${format}`,
      ...slotSize(upright, slot, side),
    }));
  };
  return [...stills('avif', avifs), ...stills('jpg', jpegLadder)];
}

/** Version of the ladder of an edition. */
export function generationOf(edition: string): number {
  return Number(edition[0] ?? 1);
}

/** Edition in the name of a still; '' for the first. */
export function editionIn(name: string): string {
  return /^\d+-(\w+)\.\w+$/.exec(name)?.[1] ?? '';
}

/** `<hash>` or `<hash>-<edition>` from the address of an AVIF: with the size, it gives all addresses of the picture. */
export function ladderKey(avifUrl: string): string {
  const [, hash = '', edition = ''] = /\/media\/(\w+)\/\d+(-\w+)?\.avif/.exec(avifUrl) ?? [];
  return hash + edition;
}

/** `imageUrl` of an item: the 960 JPEG of a photo, the MP4 of a video. */
export function objectPath(hash: string, type: 'photo' | 'video'): string {
  return renditionUrl(hash, type === 'photo' ? FIRST_NAME : 'video.mp4');
}

/** Content hash in an `imageUrl`; null for any other path. */
export function hashOfObjectPath(path: string): string | null {
  return /^\/media\/([0-9a-f]{32})\/(?:960\.jpg|video\.mp4)$/.exec(path)?.[1] ?? null;
}
