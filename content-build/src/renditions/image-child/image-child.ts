/** Entry of the image process, which decodes untrusted files. It has no secret and no database. */
import { availableParallelism, constants, setPriority } from 'node:os';
import { isLostWrite, LOST_WRITE } from '@veldlicht/database/lost-write';
import { systemCode } from '@veldlicht/database/system-errors';
import sharp from 'sharp';
import {
  type FailedReply,
  type ImageReply,
  type ImageRequest,
  isVideo,
  RefusedFile,
} from './image-types.ts';
import { inspectPhoto, renderPhoto } from './photo.ts';
import { sniffFormat } from './sniff.ts';
import { pictureTurns, type Turn } from './turns.ts';

/** Loaders for JPEG, PNG, WebP, AVIF and HEIC's header, GIF, TIFF; all others stay blocked (threat T16). */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'];

function restrictSharp(): void {
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  const forms = LOADERS.flatMap((name) => [`${name}File`, `${name}Buffer`]);
  sharp.unblock({ operation: forms.map((form) => `VipsForeignLoad${form}`) });
}

function reply(message: ImageReply): void {
  process.send?.(message);
}

/** On Linux the parent reads /proc instead. */
function reportMemory(): void {
  if (process.platform === 'linux') return;
  setInterval(() => reply({ event: 'memory', bytes: process.memoryUsage.rss() }), 50).unref();
}

/** One picture gets two threads; two pictures get one each, which has a higher throughput. */
function shareCores(jobs: number): void {
  sharp.concurrency(jobs > 1 ? 1 : Math.min(2, availableParallelism()));
}

const enter = pictureTurns(shareCores);

async function run({ id, kind, input }: ImageRequest) {
  const turn: Turn = (pixels, work) =>
    enter(pixels, () => {
      reply({ id, event: 'started' });
      return work();
    });
  if (kind === 'inspect') {
    const format = await sniffFormat(input.file);
    return isVideo(format) ? { video: format } : inspectPhoto(input, format, turn);
  }
  if (kind === 'render') return renderPhoto(input, turn);
  // Photos go first.
  setPriority(constants.priority.PRIORITY_LOW);
  sharp.concurrency(1);
  const { inspectVideo, renderVideo, renderVersions } = await import('./video.ts');
  if (kind === 'inspectVideo') return inspectVideo(input);
  if (kind === 'versions') return renderVersions(input);
  return renderVideo(input, (percent) => reply({ id, event: 'progress', percent }));
}

function failureReply(id: number, error: unknown): FailedReply {
  if (error instanceof RefusedFile) {
    const { code, reason } = error;
    return { id, event: 'refused', code, reason };
  }
  const code = isLostWrite(error) ? LOST_WRITE : systemCode(error);
  const message = error instanceof Error ? error.message : 'unknown';
  return { id, event: 'threw', message, code };
}

async function answer(request: ImageRequest): Promise<void> {
  const { id } = request;
  reply(
    await run(request).then(
      (outcome) => ({ id, event: 'done', outcome }) as const,
      (error: unknown) => failureReply(id, error),
    ),
  );
}

restrictSharp();
reportMemory();
// Requests come from our own parent over a private channel, typed on both ends.
process.on('message', (message) => void answer(message as ImageRequest));
process.on('disconnect', () => process.exit(0));
// A stop key in the terminal reaches the whole group: the parent decides when this process ends.
process.on('SIGINT', () => undefined);
