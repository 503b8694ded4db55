/** All sizes of one picture from one decode, each made from the next larger one. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { renditionName, stepsFor } from '@veldlicht/contract/ladder';
import type { Rendition } from '@veldlicht/contract/renditions';
import sharp from 'sharp';
import { avifSteps, encodeStep, jpegSteps, type Step, writeStep } from './encode-picture.ts';
import { type Pixels, shrink } from './pixels.ts';
import { type Size, targetSize } from './target-size.ts';

interface Ladder {
  folder: string;
  /** Size of the source, upright. */
  upright: Size;
  /** Of the AVIFs' names. */
  version?: number;
  /** Decodes the source, at most this wide; called only when something is missing. */
  decode: (slot: number) => Promise<Pixels>;
  /** Sizes of the ladder that are decoded already, largest first; emptied as they are used up. */
  known?: Pixels[];
  /** Files whose encoding has begun, by name. */
  begun?: ReadonlyMap<string, Promise<Buffer>>;
  /** Encode several files at once: for a picture that has the machine to itself. */
  atOnce: () => boolean;
}

/** A file under its real name is complete: it was renamed there. */
async function existing(folder: string, step: Step): Promise<Rendition | null> {
  const file = path.join(folder, step.name);
  const found = await stat(file).catch(() => null);
  if (!found) return null;
  const { width, height } = await sharp(file).metadata();
  return { format: step.format, name: step.name, width, height, bytes: found.size };
}

/**
 * Makes the missing files of the ladder. Returns all of them, AVIF first, smallest first. While one is
 * stored, which is waiting for the disk, the next is encoded.
 */
export async function renderLadder(ladder: Ladder): Promise<Rendition[]> {
  const { folder, upright, version, decode, known = [], begun } = ladder;
  const avifs = stepsFor(avifSteps, upright.width).map((step) => ({
    ...step,
    name: renditionName(step.slot, 'avif', version),
  }));
  const steps = [...avifs, ...stepsFor(jpegSteps, upright.width)];
  const kept = await Promise.all(steps.map((step) => existing(folder, step)));
  const made = new Map<Step, Promise<Rendition>>();
  const missing = steps.filter((_, i) => !kept[i]);
  const slots = [...new Set(missing.map((step) => step.slot))].sort((a, b) => b - a);
  let pixels: Pixels | null = null;
  try {
    for (const slot of slots) {
      const { width } = targetSize(upright, slot);
      while (known[0] && known[0].width >= width) pixels = known.shift() ?? null;
      pixels = pixels ? await shrink(pixels, upright, slot) : await decode(slot);
      for (const step of missing.filter((one) => one.slot === slot)) {
        const encoding = begun?.get(step.name) ?? encodeStep(step, pixels);
        const writing = writeStep(folder, step, pixels, encoding);
        made.set(step, writing);
        // Awaited below; a failure before that must not count as unhandled.
        writing.catch(() => undefined);
        if (!ladder.atOnce()) await encoding;
      }
    }
  } finally {
    // Whoever tries again must not meet what is still being written.
    await Promise.allSettled(made.values());
  }
  const all = await Promise.all(steps.map((step, i) => kept[i] ?? made.get(step)));
  return all.filter((one) => one !== undefined);
}
