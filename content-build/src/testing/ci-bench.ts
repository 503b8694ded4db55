/** Publishing through a job elsewhere, with the service, its reports and the clock in our hands. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '@veldlicht/database/open';
import type { CiBuild } from '@veldlicht/database/publishing';
import { ciBuilds } from '@veldlicht/database/schema';
import { openStorage } from '@veldlicht/database/storage/storage';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { expect } from 'vitest';
import { type CiPublisher, createCiPublisher } from '../ci/ci-publisher.ts';
import { startWorker } from '../worker/worker.ts';
import { noWatch } from './publish-world.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { createWorld, type World } from './world.ts';

export const MINUTE = 60_000;
const secret = 'roerdomp-in-het-riet-0123456789-abcdef';
const origin = 'https://veldlicht.example';

export interface CiBench {
  world: World;
  receiver: Receiver;
  /** The API, which writes reports from another process. */
  api: Database;
  /** Stands still until a test moves it; once a worker runs, it is how far the clock is ahead. */
  clock: number;
  now: () => number;
  /** Ends the wait for a job, as the end of the worker does. */
  ending: AbortController;
  /** `alive` is told while a job is waited for. */
  publisher: (alive?: () => void) => CiPublisher;
  /** Starts a worker. */
  work: () => void;
  /** Ends the worker, and all waiting for jobs, as our programs end. */
  rest: () => Promise<void>;
  builds: () => CiBuild[];
  /** Waits for the nth call to be taken; answers the snapshot it was for. */
  called: (count: number) => Promise<string>;
  /** The exported file of a snapshot. */
  exported: (snapshotId: string) => string;
  report: (snapshotId: string, facts: Partial<CiBuild>) => void;
  /** A publish whose job goes well; answers the id of the release. */
  publishWell: (publisher: CiPublisher) => Promise<string>;
  remove: () => Promise<void>;
}

export async function createCiBench(): Promise<CiBench> {
  const world = await createWorld();
  const receiver = await startReceiver();
  const { db, folder } = world;
  const api = openDatabase(folder.database);
  let worker: ReturnType<typeof startWorker> | undefined;

  const bench: CiBench = {
    world,
    receiver,
    api,
    clock: 1_000_000,
    now: () => bench.clock,
    ending: new AbortController(),
    publisher: (alive = () => undefined) =>
      createCiPublisher({
        alive,
        ...{ db, folder, origin, timeoutMs: 30 * MINUTE, stopping: bench.ending.signal },
        webhook: { kind: 'signed', url: receiver.url, secret },
        now: () => bench.now(),
        rules: { waitsMs: [1], answerMs: 10_000 },
      }),
    work: () => {
      bench.clock = 0;
      bench.now = () => Date.now() + bench.clock;
      const publisher = bench.publisher();
      const nothing = async () => {};
      worker = startWorker({
        ...{ db, folder, publisher, goBack: publisher.goBack, watch: noWatch },
        ...{ runJob: nothing, abandonJob: nothing, quietMs: 0, now: () => bench.now() },
        storage: openStorage({ kind: 'disk' }, folder),
        log: pino({ level: 'silent' }),
      });
    },
    builds: () => api.select().from(ciBuilds).orderBy(ciBuilds.calledAt).all(),
    called: async (count) => {
      await expect.poll(() => receiver.calls).toHaveLength(count);
      const id: string = JSON.parse(receiver.calls.at(-1)?.body ?? '').snapshotId;
      const state = () => bench.builds().find((one) => one.snapshotId === id)?.state;
      await expect.poll(state).toBe('called');
      return id;
    },
    exported: (id) => readFileSync(path.join(folder.snapshots, `snapshot-${id}.json`), 'utf8'),
    report: (snapshotId, facts) =>
      void api
        .update(ciBuilds)
        .set({ reportedAt: bench.now(), ...facts })
        .where(eq(ciBuilds.snapshotId, snapshotId))
        .run(),
    publishWell: async (publisher) => {
      const publishing = publisher.publish();
      const id = await bench.called(receiver.calls.length + 1);
      bench.report(id, { state: 'live' });
      await publishing;
      return id;
    },
    rest: async () => {
      const ended = worker?.stop();
      bench.ending.abort();
      await ended;
      bench.ending = new AbortController();
    },
    remove: async () => {
      await bench.rest();
      await receiver.close();
      api.$client.close();
      world.remove();
    },
  };
  return bench;
}
