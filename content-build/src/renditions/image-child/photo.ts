/** Photos: `inspectPhoto` reads facts and makes the first rendition, `renderPhoto` the rest of the ladder. */
import { avifLadder, FIRST_SLOT } from '@veldlicht/contract/ladder';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { renderFirst, renderLadder } from './encode-stills.ts';
import type { Inspected, InspectInput, RenderInput } from './image-types.ts';
import { readPictureFacts } from './metadata.ts';
import { type PictureHeader, readHeader } from './picture-header.ts';
import { decodePicture, type Pixels, shrink } from './pixels.ts';
import { prepareFolder } from './rendition-folder.ts';
import type { Turn } from './turns.ts';

/** Of all kept pixels; a photo of 3840 × 2560 has 29 MB. */
const RECENT_BYTES = 128 * 1024 * 1024;
const RECENT_MS = 30_000;
/** Pixels of the photos inspected last: decoding them again would be a third of the work. */
const recent = new Map<string, { pixels: Pixels; timer: NodeJS.Timeout }>();

/** Keeps the pixels of a photo for `RECENT_MS`; drops the oldest beyond `RECENT_BYTES`. */
export function keepRecent(hash: string, pixels: Pixels): void {
  takeRecent(hash);
  recent.set(hash, { pixels, timer: setTimeout(takeRecent, RECENT_MS, hash).unref() });
  const countBytes = () => [...recent.values()].reduce((n, one) => n + one.pixels.data.length, 0);
  for (const oldest of recent.keys()) if (countBytes() > RECENT_BYTES) takeRecent(oldest);
}

/** Removes and returns the kept pixels of a photo. Ends the timer, which would hold them for `RECENT_MS`. */
export function takeRecent(hash: string): Pixels | null {
  const kept = recent.get(hash);
  clearTimeout(kept?.timer);
  recent.delete(hash);
  return kept?.pixels ?? null;
}

/** Decoders of these hold the whole picture in several copies, the others a few rows of it. */
const COPIES: Partial<Record<AcceptedFormat, number>> = { heic: 2, avif: 3 };

/** Pixels that count for the turn of a picture. */
function weightOf({ upright, extension }: PictureHeader): number {
  return upright.width * upright.height * (COPIES[extension] ?? 1);
}

const TOP_SLOT = Math.max(...avifLadder);

/** Checks a picture in full, reads its facts, and makes 960.jpg. Throws `RefusedFile`. */
export async function inspectPhoto(
  input: InspectInput,
  sniffed: AcceptedFormat,
  turn: Turn,
): Promise<Inspected> {
  const header = await readHeader(input.file, sniffed);
  return turn(weightOf(header), async () => {
    const [pixels, taken] = await Promise.all([
      decodePicture(input.file, header, TOP_SLOT),
      readPictureFacts(input.file, header),
    ]);
    const { renditionsFolder, hash } = input;
    const { extension, upright } = header;
    const first = await shrink(pixels, upright, FIRST_SLOT);
    const { shown, renditions } = await renderFirst(renditionsFolder, hash, first);
    keepRecent(hash, pixels);
    const facts = { type: 'photo', extension, ...upright, duration: null, ...taken } as const;
    return { facts: { ...facts, ...shown }, renditions };
  });
}

/** Makes the missing stills. Throws `RefusedFile`. */
export async function renderPhoto(input: RenderInput, turn: Turn) {
  const header = await readHeader(input.file, input.extension);
  const { upright } = header;
  return turn(weightOf(header), async () => {
    const folder = await prepareFolder(input.renditionsFolder, input.hash);
    const known = takeRecent(input.hash);
    const decode = (slot: number) => decodePicture(input.file, header, slot);
    const { edition, packet } = input;
    return renderLadder({ folder, upright, edition, packet, decode, known });
  });
}
