/** Photos: facts and the first rendition at once, the rest of the ladder later. */
import { stepsFor } from '@veldlicht/contract/ladder';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import {
  avifSteps,
  encodeStep,
  firstStep,
  isQuickToEncode,
  type Step,
  writeStep,
} from './encode-picture.ts';
import type { FileReport, InspectInput, InspectOutcome, RenderInput } from './image-types.ts';
import type { Turn } from './job-gate.ts';
import { type PictureHeader, readHeader } from './picture-header.ts';
import { decodePicture, type Pixels, shrink } from './pixels.ts';
import { makePlaceholder } from './placeholder.ts';
import { readPictureFacts } from './read-metadata.ts';
import { createRecentPixels } from './recent-pixels.ts';
import { renderLadder } from './render-ladder.ts';
import { prepareFolder } from './rendition-folder.ts';

function pixelCount({ upright }: PictureHeader): number {
  return upright.width * upright.height;
}

const recent = createRecentPixels();

/**
 * The pixels of the first rendition, and all sizes of the ladder passed on the way to it, largest
 * first. `onTop` is told the largest file of the ladder with its pixels as soon as they are there.
 */
async function decodeFirst(
  file: string,
  header: PictureHeader,
  onTop: (step: Step, pixels: Pixels) => void,
): Promise<[Pixels, Pixels[]]> {
  const [top = firstStep, ...below] = stepsFor(avifSteps, header.upright.width).reverse();
  let pixels = await decodePicture(file, header, top.slot);
  onTop(top, pixels);
  const sizes = [pixels];
  for (const { slot } of below.filter((one) => one.slot >= firstStep.slot)) {
    pixels = await shrink(pixels, header.upright, slot);
    sizes.push(pixels);
  }
  return [pixels, sizes];
}

/** Checks a picture in full, reads its facts, and makes 960.jpg. Throws `RefusedFile`. */
export async function inspectPhoto(
  input: InspectInput,
  sniffed: AcceptedFormat,
  turn: Turn,
): Promise<InspectOutcome> {
  const header = await readHeader(input.file, sniffed);
  return turn(pixelCount(header), async (isAlone) => {
    const begun = new Map<string, Promise<Buffer>>();
    // The longest piece of work of all; the first rendition keeps one core busy at most.
    const beginTop = (step: Step, top: Pixels) => {
      if (!isAlone() || !isQuickToEncode(top)) return;
      const encoding = encodeStep(step, top);
      begun.set(step.name, encoding);
      // Awaited by the ladder, if there is one; a failure before that must not count as unhandled.
      encoding.catch(() => undefined);
    };
    const [[pixels, sizes], taken] = await Promise.all([
      decodeFirst(input.file, header, beginTop),
      readPictureFacts(input.file, header.exif),
    ]);
    const folder = await prepareFolder(input.renditionsFolder, input.hash);
    const [shown, first] = await Promise.all([
      makePlaceholder(pixels),
      writeStep(folder, firstStep, pixels),
    ]);
    recent.keep(input.hash, { sizes, begun });
    const facts: FileReport = {
      type: 'photo',
      extension: header.extension,
      ...header.upright,
      duration: null,
      ...taken,
      ...shown,
    };
    return { ok: true, facts, renditions: [first] };
  });
}

/** Makes whatever the ladder still lacks. Throws `RefusedFile`. */
export async function renderPhoto(input: RenderInput, turn: Turn) {
  const header = await readHeader(input.original, input.extension);
  const { upright } = header;
  return turn(pixelCount(header), async (atOnce) => {
    const folder = await prepareFolder(input.renditionsFolder, input.hash);
    const { sizes: known, begun } = recent.take(input.hash);
    const decode = (slot: number) => decodePicture(input.original, header, slot);
    const { version } = input;
    return renderLadder({ folder, upright, version, decode, known, begun, atOnce });
  });
}
