/** Photos: facts and the first rendition at once, the rest of the ladder later. */
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { firstStep, writeStep } from './encode-picture.ts';
import type { FileReport, InspectInput, InspectOutcome, RenderInput } from './image-types.ts';
import type { Turn } from './job-gate.ts';
import { type PictureHeader, readHeader } from './picture-header.ts';
import { decodePicture } from './pixels.ts';
import { makePlaceholder } from './placeholder.ts';
import { readPictureFacts } from './read-metadata.ts';
import { renderLadder } from './render-ladder.ts';
import { prepareFolder } from './rendition-folder.ts';

function pixelCount({ upright }: PictureHeader): number {
  return upright.width * upright.height;
}

/** Checks a picture in full, reads its facts, and makes 960.jpg. Throws `RefusedFile`. */
export async function inspectPhoto(
  input: InspectInput,
  sniffed: AcceptedFormat,
  turn: Turn,
): Promise<InspectOutcome> {
  const header = await readHeader(input.file, sniffed);
  return turn(pixelCount(header), async () => {
    const [pixels, taken] = await Promise.all([
      decodePicture(input.file, header, firstStep.slot),
      readPictureFacts(input.file, header.exif),
    ]);
    const folder = await prepareFolder(input.renditionsFolder, input.hash);
    const [shown, first] = await Promise.all([
      makePlaceholder(pixels),
      writeStep(folder, firstStep, pixels),
    ]);
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
    const decode = (slot: number) => decodePicture(input.original, header, slot);
    return renderLadder({ folder, upright: header.upright, decode, atOnce: isAlone });
  });
}
