/** Draws generated pictures in processes of their own, so that all cores help. */
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { makePicture } from './src/pictures/make-picture.ts';
import type { PictureFacts } from './src/pictures/picture-set.ts';

/** Long edge in pixels: fills a large screen and is drawn in about a second. */
const WIDTH = 1920;

interface Order {
  facts: PictureFacts;
  file: string;
}

/**
 * Draws all, a few at a time, and hands each over as it is done. `onPicture` runs while the next
 * one is being drawn.
 */
export async function drawPictures(
  all: PictureFacts[],
  onPicture: (facts: PictureFacts, jpeg: Buffer) => Promise<void>,
): Promise<void> {
  const queue = [...all];
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-pictures-'));
  const draw = async () => {
    const child = fork(import.meta.filename, [], { serialization: 'json' });
    const answer = (order: Order) =>
      new Promise<void>((resolve, reject) => {
        const failed = () => reject(new Error(`Drawing ${order.facts.title} failed.`));
        child.once('exit', failed);
        child.once('message', () => {
          child.off('exit', failed);
          resolve();
        });
        child.send(order);
      });
    for (let facts = queue.shift(); facts; facts = queue.shift()) {
      const file = path.join(folder, facts.fileName);
      await answer({ facts, file });
      await onPicture(facts, readFileSync(file));
      rmSync(file);
    }
    child.disconnect();
  };
  try {
    await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, draw));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename)
  process.on('message', async ({ facts, file }: Order) => {
    writeFileSync(file, await makePicture(facts, { width: WIDTH }));
    process.send?.('done');
  });
