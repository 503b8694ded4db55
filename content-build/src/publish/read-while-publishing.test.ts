/** Visitors read during publishes: no broken reference, except to items removed on purpose. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { expect, it } from 'vitest';
import { usePublishWorld } from '../testing/publish-world.ts';
import type { Visits } from '../testing/reader.ts';
import { addressOf } from './address-name.ts';

const PUBLISHES = roundsOf('reads', 20);
const READERS = 200;
const PROGRAM = path.join(import.meta.dirname, '../testing/reader.ts');
const world = usePublishWorld({ startsAt: 1_800_000_000_000 });

it(`${READERS} readers miss nothing during ${PUBLISHES} publishes`, async () => {
  world.addItems(12);
  // Long, for a busy machine: visitors wait for pages removed until they are made (decision 006).
  const { publish } = world.publisher({ lessMs: 60_000 });
  await publish();
  const reader = fork(PROGRAM, [world.folder.root, String(READERS)]);
  await once(reader, 'message');

  const removed = new Set<string>();
  const addresses = () => new Set([...world.live().keys()].map((name) => addressOf(name, 'file')));
  for (let n = 0; n < PUBLISHES; n++) {
    const before = addresses();
    const seq = (n % 12) + 1;
    if (n % 3 === 0) world.addItem({ tags: [`tag ${n % 5}`] });
    if (n % 3 === 1) world.edit(seq, { title: `Titel ${n}` });
    if (n % 3 === 2) {
      const isHidden = world.item(seq)?.status === 'draft';
      world.edit(seq, { status: isHidden ? 'published' : 'draft' });
      removed.add(world.hashOf(seq));
    }
    await publish();
    const after = addresses();
    for (const address of before) if (address && !after.has(address)) removed.add(address);
  }

  const answer = once(reader, 'message');
  reader.send('stop');
  const [{ asked, misses }] = (await answer) as [Visits]; // what reader.ts sends
  await once(reader, 'exit');
  const isOnPurpose = (miss: string) =>
    removed.has(miss.split(' → ')[1] ?? '') || removed.has(/media\/(\w+)/.exec(miss)?.[1] ?? '');
  keepFigures('reads', { publishes: PUBLISHES, readers: READERS, asked });
  expect(misses.filter((miss) => !isOnPurpose(miss))).toEqual([]);
  expect(asked).toBeGreaterThan(PUBLISHES * 100);
});
