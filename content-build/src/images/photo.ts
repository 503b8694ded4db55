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

/** The pixels of the first rendition, and all sizes of the ladder passed on the way to it, largest first. */
async function decodeFirst(file: string, header: PictureHeader): Promise<[Pixels, Pixels[]]> {
  const [top = firstStep.slot, ...below] = slotsDown(header.upright.width);
  let pixels = await decodePicture(file, header, top);
  const sizes = [pixels];
  for (const slot of below.filter((one) => one >= firstStep.slot)) {
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
  return turn(pixelCount(header), async () => {
    const [[pixels, sizes], taken] = await Promise.all([
      decodeFirst(input.file, header),
      readPictureFacts(input.file, header.exif),
    ]);
    const folder = await prepareFolder(input.renditionsFolder, input.hash);
    const [shown, first] = await Promise.all([
      makePlaceholder(pixels),
      writeStep(folder, firstStep, pixels),
    ]);
    recent.keep(input.hash, sizes);
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
    const known = recent.take(input.hash);
    const decode = (slot: number) => decodePicture(input.original, header, slot);
    return renderLadder({ folder, upright, decode, known, atOnce });
  });
}
