/** Pages are replaced while visitors read (fault F6). */
import { once } from 'node:events';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { expect, it } from 'vitest';
import { usePublishWorld } from '../testing/publish-world.ts';
import { COUNTS } from '../testing/read-page.ts';
import { plainSite } from '../testing/world.ts';

const PUBLISHES = roundsOf('readers', 20);
const READERS = 2;
const world = usePublishWorld();

it(
  `gives readers only whole pages during ${PUBLISHES} publishes`,
  async () => {
    world.addItem();
    const site = {
      ...plainSite(),
      render: async () => ({
        body: Buffer.from(`<html>\n${`${world.item(1)?.title}\n`.repeat(500)}</html>\n`),
      }),
    };
    const { publish } = world.publisher({ site, lessMs: 60_000 });
    await publish();
    const memory = new SharedArrayBuffer(16);
    const counts = new Int32Array(memory);
    const file = path.join(world.folder.publicSite, 'foto/item-0001.html');
    const program = new URL('../testing/read-page.ts', import.meta.url);
    const readers = Array.from(
      { length: READERS },
      () => new Worker(program, { workerData: { file, counts: memory } }),
    );
    const ended = readers.map((reader) => once(reader, 'exit'));
    let over = false;
    const end = () => {
      over = true;
    };
    Promise.race(ended).then(end, end);
    try {
      for (let n = 1; n <= PUBLISHES && !over; n++) {
        const before = Atomics.load(counts, COUNTS.reads);
        world.edit(1, { title: `Titel ${n}` });
        await publish();
        // Readers read between any two publishes.
        while (Atomics.load(counts, COUNTS.reads) < before + READERS && !over) await setImmediate();
      }
    } finally {
      Atomics.store(counts, COUNTS.stop, 1);
    }
    expect(await Promise.all(ended)).toEqual([[0], [0]]);
    const [reads = 0, failed, torn] = counts;
    keepFigures('readers', { publishes: PUBLISHES, reads, failed, torn });
    expect({ failed, torn }).toEqual({ failed: 0, torn: 0 });
    expect(reads).toBeGreaterThanOrEqual(PUBLISHES);
    expect(world.page()).toContain(`Titel ${PUBLISHES}`);
  },
  240_000 + PUBLISHES * 500,
);
