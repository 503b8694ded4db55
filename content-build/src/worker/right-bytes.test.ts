/** Files of the site that a disk or a person damaged are found, made anew and told of. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { auditLog, files, jobs } from '@veldlicht/database/schema';
import { openStorage } from '@veldlicht/database/storage/storage';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocalPublisher } from '../publish/publish.ts';
import { attempt } from '../publish/publish-attempt.ts';
import { isDamaged, type Rest } from '../release/check-release.ts';
import { doctoredSite } from '../testing/doctored-site.ts';
import { noWatch, origin, usePublishWorld } from '../testing/publish-world.ts';
import { createWorld } from '../testing/world.ts';
import { mendRelease, mendRenditions, startByteChecks } from './right-bytes.ts';

const log = pino({ level: 'silent' });
const world = usePublishWorld({ startsAt: Date.UTC(2026, 4, 31, 12) });
const { live, edit, drop, state } = world;
let publisher: LocalPublisher;
beforeEach(async () => {
  const { site } = await doctoredSite(path.join(world.folder.root, 'site'), origin);
  world.site = { ...site, rendered: [] };
  publisher = world.publisher();
  world.addItems(3);
  await publisher.publish();
});

const checkDeps = () => ({
  ...{ db: world.db, folder: world.folder, log, now: () => world.clock },
  storage: openStorage({ kind: 'disk' }, world.folder),
});
const at = (...parts: string[]) => path.join(world.folder.releases, ...parts);
const mend = async () => {
  mendRelease(checkDeps(), await publisher.check());
  await attempt({ ...world.deps(), publisher, watch: noWatch, log });
};
const repairs = () => world.db.select().from(auditLog).where(eq(auditLog.action, 'repair')).all();
const retitle = (seq: number, title: string) => edit(seq, { title });

const page = (n: number) => at('current', 'foto', `0${n}`, `item-000${n}.html`);
/** Those that the library asks for. */
const indexFiles = () =>
  [...(live().get('mediabibliotheek.html') ?? '').matchAll(/\/bibliotheek\/(\w+\.json)/g)].map(
    ([, name = '']) => at('index', name),
  );
/** Other bytes of the same number. */
function spoil(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0);
  writeFileSync(file, bytes);
}

describe('the live release', () => {
  const damages: [string, () => void][] = [
    ['the home page was cut to nothing', () => truncateSync(at('current', 'index.html'))],
    ['the page of an item was cut to nothing', () => truncateSync(page(2))],
    ['a page was filled with zeros', () => spoil(page(2))],
    ['a compressed page was filled with zeros', () => spoil(`${page(1)}.br`)],
    ['a page is gone', () => rmSync(page(3))],
    ['a shard is gone', () => rmSync(at('shards', 'foto-02'), { recursive: true })],
    [
      'a shard leads elsewhere',
      () => {
        const link = at('current', 'foto', '02');
        const elsewhere = readlinkSync(at('current', 'foto', '01'));
        rmSync(link);
        symlinkSync(elsewhere, link);
      },
    ],
    ['an index file was cut', () => truncateSync(indexFiles()[0] ?? '', 3)],
    ['a client file was cut', () => truncateSync(at('assets', '_astro', 'style.css'), 1)],
    ['the release is gone', () => rmSync(at(readlinkSync(at('current'))), { recursive: true })],
    ['current is gone', () => rmSync(at('current'))],
    [
      'current is a folder',
      () => {
        const id = readlinkSync(at('current'));
        rmSync(at('current'));
        cpSync(at(id), at('current'), { recursive: true });
      },
    ],
    [
      'current leads to itself',
      () => {
        rmSync(at('current'));
        symlinkSync('current', at('current'));
      },
    ],
    [
      'its manifest was cut',
      () => truncateSync(at('manifests', 'releases', `${readlinkSync(at('current'))}.json`)),
    ],
    [
      'the way to a picture is gone',
      () => rmSync(path.join(world.folder.publicMedia, world.hashOfFile(2))),
    ],
  ];
  it('comes back as it was, whatever was damaged, and what comes after it shares the good bytes', async () => {
    const assets = readdirSync(at('assets', '_astro')).map((name) => at('assets', '_astro', name));
    const all = () => [
      ...live(),
      readdirSync(world.folder.publicMedia).sort(),
      ...[...indexFiles().flatMap((file) => [file, `${file}.br`, `${file}.gz`]), ...assets].map(
        (file) => [file, readFileSync(file, 'hex')],
      ),
    ];
    for (const [n, [what, damage]] of damages.entries()) {
      const before = all();
      damage();
      await mend();
      expect([what, all()]).toEqual([what, before]);
      expect([what, isDamaged(await publisher.check())]).toEqual([what, false]);
      expect(repairs()).toHaveLength(n + 1);
      retitle(1, `Later ${n}`);
      await publisher.publish();
      expect([what, isDamaged(await publisher.check())]).toEqual([what, false]);
    }
    expect(repairs()[0]).toMatchObject({ actor: 'Veldlicht', entity: 'site' });
  });

  it('is left alone when it is whole, or there never was one', async () => {
    const id = readlinkSync(at('current'));
    await mend();
    expect(readlinkSync(at('current'))).toBe(id);
    expect([state().retryAt, repairs()]).toEqual([null, []]);
    const empty = await createWorld();
    const none = world.publisher({ db: empty.db, folder: empty.folder });
    expect(isDamaged(await none.check())).toBe(false);
    empty.remove();
  });

  it('shares no damaged page with the next one, also when nobody looked', async () => {
    const before = live().get('licentie.html');
    truncateSync(at('current', 'licentie.html'));
    rmSync(page(3));
    retitle(2, 'Later');
    await publisher.publish();
    expect(live().get('licentie.html')).toBe(before);
    expect(live().get('foto/03/item-0003.html')).toContain('Item 3');
    expect(live().get('foto/02/item-0002.html')).toContain('Later');
  });

  it('does not keep the damaged page of an item that ends', async () => {
    spoil(page(2));
    drop(2);
    await mend();
    expect(live().has('foto/02/item-0002.html')).toBe(false);
  });
});

it('looks at start, each night, and at once when nothing can be served any more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let looks = 0;
  const check = async () => {
    looks++;
    return { pages: new Set<string>(), index: [], assets: [] };
  };
  const checks = startByteChecks({ ...checkDeps(), check });
  const later = async (ms: number) => {
    world.clock += ms;
    vi.advanceTimersByTime(2000);
    await checks.idle();
    return looks;
  };
  await checks.idle();
  expect(looks).toBe(1);
  const home = at('current', 'index.html');
  expect(await later(12 * 3_600_000)).toBe(1);
  // Past three o'clock of Amsterdam.
  expect(await later(2 * 3_600_000)).toBe(2);
  expect(await later(60_000)).toBe(2);
  truncateSync(home);
  expect(await later(1)).toBe(3);
  expect(await later(1)).toBe(3);
  // It may have been lost again before anybody saw that it was back.
  expect(await later(30_000)).toBe(4);
  expect(await later(30_000)).toBe(4);
  expect(await later(30_000)).toBe(5);
  expect(await later(24 * 3_600_000)).toBe(6);
  await publisher.publish(true);
  expect(await later(1)).toBe(6);
  truncateSync(`${home}.br`);
  expect(await later(1)).toBe(7);
  rmSync(at('current'));
  symlinkSync('current', at('current'));
  expect(await later(30_000)).toBe(8);
  await checks.stop();
  vi.useRealTimers();
});

describe('while somebody waits for a publish', () => {
  const events: string[] = [];
  /** Asked before each file, as by a check that stands aside `at` the nth of them for an edit. */
  const standAside = (at: number, meanwhile: () => Promise<unknown>) => {
    let n = 0;
    return async () => {
      if (++n === at) await meanwhile();
      events.push(`file ${n}`);
    };
  };
  beforeEach(() => void events.splice(0));

  it.each([
    ['a change waits', () => retitle(1, 'Later')],
    ['it is asked for', () => world.ask({ retryAt: world.clock })],
    ['it is under way', () => world.ask({ running: true })],
  ])('reads no file when %s, and goes on when it is done', async (_, ask) => {
    const wanted = () => {
      const { running, retryAt, revision, publishedRevision } = state();
      return { running, retryAt, isChanged: revision > publishedRevision };
    };
    const done = wanted();
    ask();
    expect(wanted()).not.toEqual(done);
    const found: object[] = [];
    const check = async (rest: Rest) => {
      await rest();
      found.push(wanted());
      return publisher.check();
    };
    const checks = startByteChecks({ ...checkDeps(), check });
    await attempt({ ...world.deps(), publisher, watch: noWatch, log });
    await checks.idle();
    expect(found).toEqual([done]);
    await checks.stop();
  });

  it.each([
    ['a publish that failed is tried again much later', { nextTryAt: 600_000 }],
    ['it waits for another change after a failure', { nextTryAt: null }],
  ])('does not wait when %s', async (_, { nextTryAt }) => {
    retitle(1, 'Later');
    const failedRevision = state().revision;
    world.ask({ failedRevision, nextTryAt: nextTryAt && world.clock + nextTryAt });
    const checks = startByteChecks({ ...checkDeps(), check: publisher.check });
    await checks.idle();
    expect(state().retryAt).toBeNull();
    await checks.stop();
  });

  it('asks before each file, and reads on where it was in the release that is live then', async () => {
    world.addItems(20);
    await publisher.publish();
    expect(isDamaged(await publisher.check(standAside(0, async () => {})))).toBe(false);
    const all = events.splice(0).length;
    expect(all).toBeGreaterThan(30);
    let changed = 0;
    const rest = standAside(30, async () => {
      retitle(1, 'Later');
      changed = (await publisher.publish())?.pagesRendered ?? 0;
      await publisher.prune();
    });
    expect(isDamaged(await publisher.check(rest))).toBe(false);
    // No page twice except those that the edit rendered again, and the library index, whose files are new.
    expect(events.length - all).toBeLessThanOrEqual(changed + 2);
  });

  it('reads nothing meanwhile', async () => {
    const bytes = readFileSync(page(3));
    const rest = standAside(2, async () => {
      spoil(page(3));
      await setImmediate();
      writeFileSync(page(3), bytes);
    });
    expect(isDamaged(await publisher.check(rest))).toBe(false);
    const still = standAside(2, async () => spoil(page(3)));
    expect((await publisher.check(still)).pages).toEqual(new Set(['/foto/item-0003']));
  });

  it('asks before each rendition', async () => {
    const file = path.join(world.folder.renditions, world.hashOfFile(2), '960-3.jpg');
    const rest = standAside(5, async () => void truncateSync(file, 1));
    await mendRenditions(checkDeps(), 'sizes', rest);
    const renditions = world.db.select().from(files).all();
    expect(events).toHaveLength(renditions.flatMap((row) => row.renditions).length);
  });

  it('ends at once when the worker does', async () => {
    world.ask({ running: true });
    const check = async (rest: Rest) => {
      await rest();
      events.push('read a file');
      return publisher.check();
    };
    await startByteChecks({ ...checkDeps(), check }).stop();
    expect(events).toEqual([]);
  });
});

describe('renditions', () => {
  const place = (name: string) => path.join(world.folder.renditions, world.hashOfFile(2), name);
  const original = () => path.join(world.folder.originals, `${world.hashOfFile(2)}.jpg`);
  const asked = () => world.db.select({ hash: jobs.subject }).from(jobs).all();

  it.each<[string, 'sizes' | 'bytes', () => void]>([
    ['is gone', 'sizes', () => rmSync(place('960-3.jpg'))],
    ['was cut', 'sizes', () => truncateSync(place('960-3.jpg'), 1)],
    ['was filled with zeros', 'sizes', () => spoil(place('960-3.jpg'))],
    [
      'has other bytes than those that were made',
      'bytes',
      () => writeFileSync(place('960-3.jpg'), 'tEst'),
    ],
  ])('are made anew when one %s', async (_, how, damage) => {
    const renditions = world.db
      .select()
      .from(files)
      .where(eq(files.hash, world.hashOfFile(2)))
      .get()
      ?.renditions.map((row) => ({
        ...row,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      }));
    world.db
      .update(files)
      .set({ renditions })
      .where(eq(files.hash, world.hashOfFile(2)))
      .run();
    mkdirSync(world.folder.originals, { recursive: true });
    writeFileSync(original(), 'jpeg');
    await mendRenditions(checkDeps(), how);
    expect(asked()).toEqual([]);
    damage();
    await mendRenditions(checkDeps(), how);
    expect(asked()).toEqual([{ hash: world.hashOfFile(2) }]);
    expect(existsSync(place('960-3.jpg'))).toBe(false);
    expect(repairs()).toMatchObject([{ entity: 'file', facts: { count: 1, names: ['Item 2'] } }]);
  });

  it('of an earlier edition go a week after it, unless visitors may still see them', async () => {
    const old = place('960-2.avif');
    writeFileSync(old, 'test');
    const look = (days: number, how: 'bytes' | 'sizes' = 'bytes') => {
      const now = () => Date.now() + days * 24 * 3_600_000;
      return mendRenditions({ ...checkDeps(), now }, how);
    };
    await look(6);
    await look(8, 'sizes');
    world.ask({ error: 'publish_failed' });
    await look(8);
    expect(existsSync(old)).toBe(true);
    world.ask({ error: null });
    await look(8);
    expect([existsSync(old), existsSync(place('960-3.avif'))]).toEqual([false, true]);
  });

  it('stay as they are when the original is gone too', async () => {
    truncateSync(place('960-3.jpg'), 1);
    await mendRenditions(checkDeps(), 'bytes');
    expect([asked(), existsSync(place('960-3.jpg'))]).toEqual([[], true]);
  });
});
