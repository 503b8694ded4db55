/** The real rclone on a folder: all that `send-site.test.ts` proves in memory, and kills at any moment. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { keepFigures, roundsOf, seededRandom } from '@veldlicht/scripts/nightly-figures';
import { expect, it } from 'vitest';
import { folderBench, newFolder, sendKilled, targetSettings } from '#testing/rclone-bench.ts';
import { createSentWorld, describeTarget, send } from '#testing/sent-site.ts';

const rounds = roundsOf('cuts', 4);
const random = seededRandom(109);

describeTarget('a folder', async () => {
  const root = newFolder();
  return folderBench(root, targetSettings(root));
}, ['halfway']);

it(
  'a folder is complete after a kill of rclone at any moment and a second send',
  async () => {
    const world = createSentWorld();
    const root = newFolder();
    const first = path.join(root, 'first');
    await send((await folderBench(first, targetSettings(first))).target, world, world.before);
    let killed = 0;
    for (let round = 0; round < rounds; round++) {
      const place = path.join(root, `site-${round}`);
      cpSync(first, place, { recursive: true });
      const moment = { call: 3 + (round % 10), seconds: random() * 0.07 };
      killed += (await sendKilled(place, world, moment)) ? 1 : 0;
    }
    expect(killed).toBeGreaterThan(0);
    keepFigures('cuts', { rounds, killed });
    world.remove();
  },
  60_000 + rounds * 20_000,
);
