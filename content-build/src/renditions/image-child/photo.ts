/** Photos: `inspectPhoto` reads facts and makes the first rendition, `renderPhoto` the rest of the ladder. */
import { FIRST_SLOT, LADDER_GENERATION, ladderOf } from '@veldlicht/contract/ladder';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import type { Inspected, InspectInput, RenderInput } from './image-types.ts';
import { readPictureFacts } from './metadata.ts';
import { type PictureHeader, readHeader } from './picture-header.ts';
import { decodePicture, type Pixels, shrink } from './pixels.ts';
import { renderFirst, renderLadder } from './render-ladder.ts';
import { prepareFolder } from './rendition-folder.ts';
import type { Turn } from './turns.ts';

/** Of all kept pixels; a photo of 3840 × 2560 has 50 MB with its smaller sizes. */
const RECENT_BYTES = 128 * 1024 * 1024;
const RECENT_MS = 30_000;
/** Pixels of the photos inspected last, largest first: decoding them again would be a third of the work. */
const recent = new Map<string, Pixels[]>();

/** Keeps the pixels of a photo for `RECENT_MS`; drops the oldest beyond `RECENT_BYTES`. */
export function keepRecent(hash: string, sizes: Pixels[]): void {
  recent.delete(hash);
  recent.set(hash, sizes);
  const countBytes = () => [...recent.values()].flat().reduce((n, { data }) => n + data.length, 0);
  for (const oldest of recent.keys()) if (countBytes() > RECENT_BYTES) recent.delete(oldest);
  const forget = () => recent.get(hash) === sizes && recent.delete(hash);
  setTimeout(forget, RECENT_MS).unref();
}

/** Removes and returns the kept pixels of a photo. */
export function takeRecent(hash: string): Pixels[] {
  const sizes = recent.get(hash) ?? [];
  recent.delete(hash);
  return sizes;
}

function pixelCount({ upright }: PictureHeader): number {
  return upright.width * upright.height;
}

/** Decodes the sizes of the ladder down to the first rendition, largest first. */
async function decodeSizes(file: string, header: PictureHeader): Promise<[Pixels, ...Pixels[]]> {
  const slots = new Set(ladderOf(`${LADDER_GENERATION}`, header.upright).map(({ slot }) => slot));
  const [top = FIRST_SLOT, ...below] = [...slots].sort((a, b) => b - a);
  let pixels = await decodePicture(file, header, top);
  const sizes: [Pixels, ...Pixels[]] = [pixels];
  for (const slot of below.filter((one) => one >= FIRST_SLOT)) {
    pixels = await shrink(pixels, header.upright, slot);
    sizes.push(pixels);
  }
  return sizes;
}

/** Checks a picture in full, reads its facts, and makes 960.jpg. Throws `RefusedFile`. */
export async function inspectPhoto(
  input: InspectInput,
  sniffed: AcceptedFormat,
  turn: Turn,
): Promise<Inspected> {
  const header = await readHeader(input.file, sniffed);
  return turn(pixelCount(header), async () => {
    const [sizes, taken] = await Promise.all([
      decodeSizes(input.file, header),
      readPictureFacts(input.file, header),
    ]);
    const { renditionsFolder, hash } = input;
    const smallest = sizes.at(-1) ?? sizes[0];
    const { shown, renditions } = await renderFirst(renditionsFolder, hash, smallest);
    keepRecent(hash, sizes);
    const { extension, upright } = header;
    const facts = { type: 'photo', extension, ...upright, duration: null, ...taken } as const;
    return { facts: { ...facts, ...shown }, renditions };
  });
}

/** Makes the missing stills. Throws `RefusedFile`. */
export async function renderPhoto(input: RenderInput, turn: Turn) {
  const header = await readHeader(input.file, input.extension);
  const { upright } = header;
  return turn(pixelCount(header), async () => {
    const folder = await prepareFolder(input.renditionsFolder, input.hash);
    const known = takeRecent(input.hash);
    const decode = (slot: number) => decodePicture(input.file, header, slot);
    const { edition, packet } = input;
    return renderLadder({ folder, upright, edition, packet, decode, known });
  });
}
