/**
 * The process that decodes: untrusted pictures meet native code here, and videos in its own child. It knows no
 * secret and no database; it ends when its parent does. Started by `startImageProcess`.
 */
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { reply, serveCalls } from './child-calls.ts';
import type { ImageRequest, InspectOutcome, RenderOutcome } from './image-types.ts';
import { inspectPhoto, renderPhoto } from './photo.ts';
import { isVideo, sniffFormat } from './sniff.ts';
import { pictureTurns, type Turn } from './turns.ts';
import { inVideoProcess } from './video-process.ts';

/** A picture alone gets all cores; two at a time get one thread each, which is faster in sum. */
function shareCores(jobs: number): void {
  sharp.concurrency(jobs > 1 ? 1 : Math.min(2, availableParallelism()));
}

function reportMemory(): void {
  if (process.platform === 'linux') return;
  setInterval(() => reply({ event: 'memory', bytes: process.memoryUsage.rss() }), 50).unref();
}

const enter = pictureTurns(shareCores);

async function run(request: ImageRequest): Promise<InspectOutcome | RenderOutcome> {
  const turn: Turn = (pixels, work) =>
    enter(pixels, () => {
      reply({ id: request.id, event: 'started' });
      return work();
    });
  if (request.kind === 'versions') return inVideoProcess(request);
  const { kind, input } = request;
  const format = kind === 'inspect' ? await sniffFormat(input.file) : input.extension;
  if (isVideo(format)) return inVideoProcess(request);
  if (kind === 'inspect') return inspectPhoto(input, format, turn);
  return { ok: true, renditions: await renderPhoto(input, turn) };
}

serveCalls(run);
reportMemory();
