/**
 * Publishing on a disk that loses what was not made durable, that refuses, and under a program that
 * dies at any step (faults F5, F6, F12). strace sees, refuses and kills.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { media } from '@veldlicht/database/schema';
import { callsAfterRefusal, describeTraced } from '@veldlicht/scripts/describe-traced';
import {
  type DiskCall,
  followDisk,
  type Injection,
  readDiskCalls,
  traced,
} from '@veldlicht/scripts/trace-disk';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../durable-file.ts';
import { loadRelease } from '../release/live-release.ts';
import { pageFile, releaseFolder } from '../release/release-folder.ts';
import { createWorld, plainSite, type World } from '../testing/world.ts';
import { createPublisher } from './publish.ts';
import { readState } from './publish-state.ts';

describeTraced('a publish', watchPublish);

function watchPublish(): void {
  let world: World;
  let log: string;
  /** Calls of a publish that changes one item, up to the swap and with it. */
  let edit: DiskCall[];
  beforeAll(async () => {
    world = await createWorld();
    world.addItems(4);
    log = path.join(world.folder.root, 'strace.log');
  });
  afterAll(() => world.remove());

  const program = path.join(import.meta.dirname, '../testing/publish-titles.ts');
  function publishTitles(titles: string[], injection?: Injection) {
    const [strace = '', ...args] = traced(log, injection);
    // strace counts by thread: to hit a call by its number, one thread has to make them all.
    const threads = injection ? '1' : '4';
    return spawnSync(strace, [...args, process.execPath, program, world.folder.root, ...titles], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', UV_THREADPOOL_SIZE: threads },
    });
  }
  const releases = () => releaseFolder(world.folder.releases);
  /** What a publish writes after the swap, and the database. */
  const isApart = (place: string) =>
    place.startsWith(releases().snapshots) || path.basename(place).includes('.db');
  const isSwap = (call: DiskCall) => call.kind === 'rename' && call.to === releases().current;

  /** Title of the first item that visitors see. Every page of the release is whole. */
  async function liveTitle(): Promise<string> {
    const id = readlinkSync(releases().current);
    const { pages } = await loadRelease(releases(), id);
    expect(pages.size).toBeGreaterThan(4);
    for (const page of pages.values()) {
      const file = path.join(releases().current, pageFile(page.path).folder ?? '', page.file);
      expect([page.path, sha256(readFileSync(file))]).toEqual([page.path, page.sha256]);
    }
    const file = path.join(releases().current, 'foto/01/item-0001.html');
    return /"title":"([^"]*)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  }
  const leftovers = () =>
    [world.folder.releases, world.folder.publicMedia].flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => /tmp/.test(name)),
    );

  /** The next start of the program, undisturbed: the last content, and nothing left lying about. */
  async function expectBootsClean(title: string): Promise<void> {
    const { db, folder } = world;
    const site = plainSite();
    const origin = 'https://veldlicht.example';
    const publisher = createPublisher({ db, folder, site, origin, now: Date.now });
    await publisher.sweep();
    expect(leftovers()).toEqual([]);
    await publisher.publish();
    await publisher.prune();
    expect(await liveTitle()).toBe(title);
    expect(readState(db).publishedRevision).toBe(readState(db).revision);
    expect(readState(db).releaseId).toBe(readlinkSync(releases().current));
    expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
  }

  it('names nothing and puts nothing live that a power cut could still take away', async () => {
    const { status, stderr } = publishTitles(['Een', 'Twee', 'Drie']);
    expect([status, stderr]).toEqual([0, '']);
    const calls = readDiskCalls(readFileSync(log, 'utf8'));
    const folders = [world.folder.releases, world.folder.publicMedia].map(followDisk);
    const faults: string[] = [];
    let swaps = 0;
    let isUnknown = false;
    for (const call of calls) {
      const unsafe = folders.flatMap((folder) => folder.unsafe());
      // The folder of the links knows the new link only by this rename, and is made durable after it.
      if (isSwap(call)) {
        swaps += 1;
        isUnknown = true;
        const lost = unsafe.filter((place) => place !== releases().root);
        faults.push(...lost.map((place) => `swap ${swaps}: ${place}`));
      } else if (call.kind === 'rename' && unsafe.includes(call.place))
        faults.push(`${call.place} gets its name before it is on disk`);
      // The database may say that it is live only when it is, for good.
      if (isUnknown && call.kind === 'write' && call.place.endsWith('.db-wal')) {
        isUnknown = false;
        faults.push(...unsafe.map((place) => `the database knows of swap ${swaps}: ${place}`));
      }
      for (const folder of folders) folder.apply(call);
    }
    expect([swaps, [...new Set(faults)]]).toEqual([3, []]);
    // The first two have made every folder that there is to make.
    const third = calls.findLastIndex(isSwap);
    const second = calls.slice(0, third).findLastIndex(isSwap);
    const known = calls.findIndex(
      ({ kind, place }, i) => i > second && kind === 'write' && place.endsWith('.db-wal'),
    );
    edit = calls.slice(known, third + 1).filter(({ place }) => !isApart(place));
    expect(await liveTitle()).toBe('Drie');
  });

  it.each([
    ['the first', () => 1],
    ['one in the middle', (all: number) => Math.ceil(all / 2)],
    ['the last, which is the swap,', (all: number) => all],
  ])(
    'killed at %s of its renames leaves the old site, and the next start the new one',
    async (name, which) => {
      const renames = edit.filter(({ kind }) => kind === 'rename').length;
      const before = await liveTitle();
      const when = which(renames);
      const { signal } = publishTitles([name], `rename:signal=SIGKILL:when=${when}`);
      expect(signal).toBe('SIGKILL');
      expect(await liveTitle()).toBe(before);
      await expectBootsClean(name);
    },
  );

  it.each([
    ['early', (untilSwap: number) => Math.ceil(untilSwap / 3), 'the old site'],
    ['after the swap', (untilSwap: number) => untilSwap + 1, 'the new site'],
  ])(
    'fails when the disk refuses to make something durable %s, and the next start is clean',
    async (name, which, stays) => {
      const syncs = edit.filter(({ kind }) => kind === 'sync');
      const before = await liveTitle();
      const when = which(syncs.length);
      const { status, stderr } = publishTitles([name], `fsync,fdatasync:error=EIO:when=${when}`);
      expect(stderr).toMatch(/EIO|IOERR/);
      expect(status).toBe(1);
      expect(await liveTitle()).toBe(stays === 'the new site' ? name : before);
      expect(existsSync(`${releases().current}.tmp`)).toBe(false);
      await expectBootsClean(name);
    },
  );

  it.each([
    ['the folder of the releases', () => releases().root],
    ['the log of the database', () => `${world.folder.database}-wal`],
    ['what tells what a release showed', () => releases().snapshots],
  ])(
    'ends a worker that can not make %s durable, and the next one boots clean',
    async (name, place) => {
      const before = await liveTitle();
      world.db.update(media).set({ title: name }).where(eq(media.seq, 1)).run();
      const [strace = '', ...args] = traced(log, 'fsync,fdatasync:error=EIO:when=1');
      const worker = path.join(import.meta.dirname, '../testing/plain-worker.ts');
      const command = [...args, '-P', place(), process.execPath, worker, world.folder.root];
      const variables = { NODE_OPTIONS: '', UV_THREADPOOL_SIZE: '1' };
      const { signal, stderr } = spawnSync(strace, command, {
        encoding: 'utf8',
        env: { ...process.env, ...variables },
        timeout: 120_000,
        killSignal: 'SIGTERM',
      });
      expect([signal, stderr]).toEqual(['SIGKILL', '']);
      expect(callsAfterRefusal(readFileSync(log, 'utf8'))).toEqual([]);
      expect([before, name]).toContain(await liveTitle());
      await expectBootsClean(name);
    },
  );
}
