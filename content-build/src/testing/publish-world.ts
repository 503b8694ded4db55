/** A library with publisher, clock and worker, new for each test of a file. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { type Database, openDatabase } from '@veldlicht/database/open';
import {
  contentState,
  deletedItems,
  media,
  mediaRows,
  releases,
  settings,
} from '@veldlicht/database/schema';
import { openStorage } from '@veldlicht/database/storage/storage';
import { desc, eq, ne } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect } from 'vitest';
import { openProjection } from '../publish/projection.ts';
import { createPublisher, type PublisherDeps } from '../publish/publish.ts';
import { readState } from '../publish/publish-state.ts';
import { markTouched } from '../routes/routes.ts';
import { startWorker, type WorkerDeps } from '../worker/worker.ts';
import { liveFiles, placesOf } from './site-tree.ts';
import { createWorld, plainSite, type World } from './world.ts';

export const origin = 'https://veldlicht.example';
/** For workers without a watchdog. */
export const noWatch: WorkerDeps['watch'] = { begin: () => {}, end: () => [] };
/** An exact position as the form stores it. */
export const place = '52.131234, 5.860432';

/** Files of the same content published from scratch. */
export async function filesFromNothing(deps: PublisherDeps): Promise<Map<string, string>> {
  const fresh = dataFolder(mkdtempSync(path.join(tmpdir(), 'veldlicht-fresh-')));
  const { database, renditions } = deps.folder;
  const memory = { database, publicDatabase: ':memory:' };
  const projection = openProjection(memory, origin, markTouched);
  // The world's public database may be older.
  const deleted = deps.db.select().from(deletedItems).all();
  await createPublisher({ ...deps, folder: { ...fresh, renditions }, projection }).publish();
  if (deleted.length > 0) deps.db.insert(deletedItems).values(deleted).onConflictDoNothing().run();
  projection.close();
  const files = liveFiles(fresh.publicSite);
  rmSync(fresh.root, { recursive: true });
  return files;
}

/**
 * Registers the hooks; its methods use the world of the current test. With `perTest` false the file begins and ends
 * worlds itself.
 */
export function usePublishWorld({ startsAt = 1000, ticks = true, perTest = true } = {}) {
  let worker: ReturnType<typeof startWorker> | undefined;
  const nothing = async () => {};
  const world = {
    // Set before each test.
    ...({} as World & { api: Database; site: ReturnType<typeof plainSite> }),
    /** In milliseconds; advances by one at each read, if it ticks. */
    clock: startsAt,
    deps: (change: Partial<PublisherDeps> = {}): PublisherDeps => ({
      db: world.db,
      folder: world.folder,
      site: world.site,
      projection: openProjection(world.folder, origin, markTouched),
      now: () => (ticks ? world.clock++ : world.clock),
      ...change,
    }),
    publisher: (change: Partial<PublisherDeps> = {}) => createPublisher(world.deps(change)),
    /** Publishes these titles of the first item in turn; returns the releases' ids. */
    publishTitles: async (...titles: string[]): Promise<string[]> => {
      const { publish, prune } = world.publisher();
      const ids: string[] = [];
      for (const title of titles) {
        world.edit(1, { title });
        ids.push((await publish())?.id ?? '');
        await prune();
      }
      return ids;
    },
    live: () => liveFiles(world.folder.publicSite),
    /** Text of a published file; empty when missing. */
    page: (file = 'foto/item-0001.html') => {
      const place = path.join(world.folder.publicSite, file);
      return existsSync(place) ? readFileSync(place, 'latin1') : '';
    },
    /** Published files that contain a word. */
    find: (word: string) => placesOf(world.folder, word),
    edit: (seq: number, change: Partial<typeof mediaRows.$inferInsert>) =>
      world.api.update(mediaRows).set(change).where(eq(mediaRows.seq, seq)).run(),
    drop: (seq: number) => world.api.delete(mediaRows).where(eq(mediaRows.seq, seq)).run(),
    item: (seq: number) => world.api.select().from(media).where(eq(media.seq, seq)).get(),
    hashOf: (seq: number) => world.item(seq)?.fileHash ?? '',
    state: () => readState(world.api),
    /** Successful releases, newest first. */
    releases: () =>
      world.api
        .select()
        .from(releases)
        .where(ne(releases.state, 'failed'))
        .orderBy(desc(releases.createdAt), desc(releases.revision))
        .all(),
    /** Stores the profile of the settings. */
    setProfile: (profile: object) => world.api.update(settings).set({ profile }).run(),
    /** Addresses rendered by a publish after a change. */
    rendered: async (publish: () => Promise<unknown>, change = () => {}): Promise<string[]> => {
      world.site.rendered.length = 0;
      change();
      await publish();
      return world.site.rendered.toSorted();
    },
    /** Expects the files of a publish from scratch. */
    isAsFromNothing: async () => {
      expect(world.live()).toEqual(await filesFromNothing(world.deps()));
    },
    /** Changes the state as the API does. */
    ask: (change: Partial<typeof contentState.$inferInsert>) =>
      world.api.update(contentState).set(change).run(),
    work: (change: Partial<WorkerDeps> = {}) => {
      const deps = world.deps({ now: Date.now });
      worker = startWorker({
        ...deps,
        publisher: createPublisher(deps),
        runJob: nothing,
        abandonJob: nothing,
        watch: noWatch,
        quietMs: 0,
        storage: openStorage({ kind: 'disk' }, world.folder),
        log: pino({ level: 'silent' }),
        ...change,
      });
    },
    rest: async () => {
      await worker?.stop();
      worker = undefined;
    },
    begin: async () => {
      const fresh = await createWorld();
      const api = openDatabase(fresh.folder.database);
      Object.assign(world, fresh, { api, site: plainSite(), clock: startsAt });
      world.end = async () => {
        await world.rest();
        api.$client.close();
        fresh.remove();
      };
    },
    end: nothing,
  };
  if (perTest) {
    beforeEach(() => world.begin());
    afterEach(() => world.end());
  }
  return world;
}
