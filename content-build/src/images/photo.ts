/** Photos: facts and the first rendition at once, the rest of the ladder later. */
import { stepsFor } from '@veldlicht/contract/ladder';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { avifSteps, firstStep, writeStep } from './encode-picture.ts';
import type { FileReport, InspectInput, InspectOutcome, RenderInput } from './image-types.ts';
import type { Turn } from './job-gate.ts';
import { type PictureHeader, readHeader } from './picture-header.ts';
import { decodePicture, type Pixels, shrink } from './pixels.ts';
import { makePlaceholder } from './placeholder.ts';
import { readPictureFacts } from './read-metadata.ts';
import { createRecentPixels } from './recent-pixels.ts';
import { renderLadder } from './render-ladder.ts';
import { prepareFolder } from './rendition-folder.ts';
import { targetSize } from './target-size.ts';

function pixelCount({ upright }: PictureHeader): number {
  return upright.width * upright.height;
}

const recent = createRecentPixels();

/** The sizes of the ladder for this width, largest first. */
function slotsDown(width: number): number[] {
  return stepsFor(avifSteps, width)
    .map(({ slot }) => slot)
    .reverse();
}

/** The pixels of the largest step, and of the first rendition, made step by step as the ladder does. */
async function decodeFirst(file: string, header: PictureHeader): Promise<[Pixels, Pixels]> {
  const [top = firstStep.slot, ...below] = slotsDown(header.upright.width);
  const largest = await decodePicture(file, header, top);
  let pixels = largest;
  for (const slot of below)
    if (slot >= firstStep.slot) pixels = await shrink(pixels, header.upright, slot);
  return [largest, pixels];
}

/** Checks a picture in full, reads its facts, and makes 960.jpg. Throws `RefusedFile`. */
export async function inspectPhoto(
  input: InspectInput,
  sniffed: AcceptedFormat,
  turn: Turn,
): Promise<InspectOutcome> {
  const header = await readHeader(input.file, sniffed);
  return turn(pixelCount(header), async () => {
    const [[largest, pixels], taken] = await Promise.all([
      decodeFirst(input.file, header),
      readPictureFacts(input.file, header.exif),
    ]);
    const folder = await prepareFolder(input.renditionsFolder, input.hash);
    const [shown, first] = await Promise.all([
      makePlaceholder(pixels),
      writeStep(folder, firstStep, pixels),
    ]);
    recent.keep(input.hash, largest);
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
  return turn(pixelCount(header), async (isAlone) => {
    const folder = await prepareFolder(input.renditionsFolder, input.hash);
    const known = recent.take(input.hash);
    const decode = async (slot: number) =>
      known?.width === targetSize(header.upright, slot).width
        ? known
        : decodePicture(input.original, header, slot);
    return renderLadder({ folder, upright: header.upright, decode, atOnce: isAlone });
  });
}
