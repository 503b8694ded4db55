/** What the processes that decode have in common: calls from their parent, and what they may do to the machine. */
import { writeFileSync } from 'node:fs';
import { isLostWrite, LOST_WRITE } from '@veldlicht/database/lost-write';
import { systemCode } from '@veldlicht/database/system-errors';
import sharp from 'sharp';
import {
  type ImageReply,
  type ImageRequest,
  type InspectOutcome,
  RefusedFile,
  type RenderOutcome,
} from './image-types.ts';

/** Loaders for JPEG, PNG, WebP, AVIF and the header of HEIC, GIF, TIFF; all others stay blocked (threat T16). */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'];

function restrictSharp(): void {
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  const forms = LOADERS.flatMap((name) => [`${name}File`, `${name}Buffer`]);
  sharp.unblock({ operation: forms.map((form) => `VipsForeignLoad${form}`) });
}

export function reply(message: ImageReply): void {
  process.send?.(message);
}

/** When memory runs out, this process goes first, not the database or the web server. */
function offerToOomKiller(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Some containers forbid it; the parent's watchdog still holds.
  }
}

async function answer(request: ImageRequest, run: Run): Promise<void> {
  const { id } = request;
  try {
    reply({ id, event: 'done', outcome: await run(request) });
  } catch (error) {
    if (error instanceof RefusedFile) {
      const { code, reason } = error;
      reply({ id, event: 'done', outcome: { ok: false, code, reason } });
    } else {
      const code = isLostWrite(error) ? LOST_WRITE : systemCode(error);
      const message = error instanceof Error ? error.message : 'unknown';
      reply({ id, event: 'threw', message, ...(code === undefined ? {} : { code }) });
    }
  }
}

type Run = (request: ImageRequest) => Promise<InspectOutcome | RenderOutcome>;

/** Answers calls until the parent ends. */
export function serveCalls(run: Run): void {
  offerToOomKiller();
  restrictSharp();
  // Requests come from our own parent over a private channel, typed on both ends.
  process.on('message', (message) => void answer(message as ImageRequest, run));
  process.on('disconnect', () => process.exit(0));
  // A stop key in the terminal reaches the whole group: the parent decides when this process ends.
  process.on('SIGINT', () => undefined);
}
