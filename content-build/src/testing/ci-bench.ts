/** Publishing by a job elsewhere, with a fake service, reports and clock. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CiBuild } from '@veldlicht/database/publishing';
import { ciBuilds } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect } from 'vitest';
import { createCiPublisher } from '../ci/ci-publisher.ts';
import { openProjection } from '../publish/projection.ts';
import type { Publisher } from '../publish/publish.ts';
import { origin, usePublishWorld } from './publish-world.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export const MINUTE = 60_000;
const secret = 'roerdomp-in-het-riet-0123456789-abcdef';

/** Registers the hooks. The clock stands still unless a worker runs. */
export function useCiBench() {
  const world = usePublishWorld({ startsAt: 1_000_000, ticks: false });
  const bench = {
    world,
    // Set before each test.
    ...({} as { receiver: Receiver; now: () => number }),
    /** Ends the wait for a job, like the end of the worker. */
    ending: new AbortController(),
    /** `alive` is called while it waits for a job. */
    publisher: (alive = () => {}): Publisher =>
      createCiPublisher({
        alive,
        db: world.db,
        folder: world.folder,
        stopping: bench.ending.signal,
        projection: openProjection(world.folder, origin),
        timeoutMs: 30 * MINUTE,
        rules: { waitsMs: [1], answerMs: 10_000 },
        webhook: { kind: 'signed', url: bench.receiver.url, secret },
        now: () => bench.now(),
      }),
    /** Starts a worker; from then on the clock is an offset to the machine's. */
    work: () => {
      world.clock = 0;
      bench.now = () => Date.now() + world.clock;
      world.work({ publisher: bench.publisher(), now: bench.now });
    },
    /** Ends the worker and all waiting. */
    rest: async () => {
      const ended = world.rest();
      bench.ending.abort();
      await ended;
      bench.ending = new AbortController();
    },
    builds: (): CiBuild[] => world.api.select().from(ciBuilds).orderBy(ciBuilds.calledAt).all(),
    /** Waits for the nth call; returns its snapshot's id. */
    called: async (count: number): Promise<string> => {
      await expect.poll(() => bench.receiver.calls).toHaveLength(count);
      const id: string = JSON.parse(bench.receiver.calls.at(-1)?.body ?? '').snapshotId;
      const state = () => bench.builds().find((one) => one.snapshotId === id)?.state;
      await expect.poll(state).toBe('called');
      return id;
    },
    /** Bytes of a snapshot as text. */
    exported: (id: string) =>
      readFileSync(path.join(world.folder.snapshots, `snapshot-${id}.db`), 'utf8'),
    /** Stores a report as the API does. */
    report: (snapshotId: string, facts: Partial<CiBuild>): void => {
      world.api
        .update(ciBuilds)
        .set({ reportedAt: bench.now(), ...facts })
        .where(eq(ciBuilds.snapshotId, snapshotId))
        .run();
    },
    /** Publishes with a job that succeeds; returns the release's id. */
    publishWell: async (publisher: Publisher): Promise<string> => {
      const publishing = publisher.publish();
      const id = await bench.called(bench.receiver.calls.length + 1);
      bench.report(id, { state: 'live' });
      await publishing;
      return id;
    },
  };
  beforeEach(async () => {
    bench.receiver = await startReceiver();
    bench.now = () => world.clock;
  });
  afterEach(async () => {
    await bench.rest();
    await bench.receiver.close();
  });
  return bench;
}
