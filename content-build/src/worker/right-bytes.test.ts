/** Damaged files of the site are found, repaired and reported. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { viewChunkPath } from '@veldlicht/contract/index-paths';
import { auditLog, files, jobs } from '@veldlicht/database/schema';
import { openStorage } from '@veldlicht/database/storage/storage';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isDamaged, type Rest } from '../publish/check-site.ts';
import { openProjection } from '../publish/projection.ts';
import type { LocalPublisher } from '../publish/publish.ts';
import { attempt } from '../publish/publish-attempt.ts';
import type { SiteRenderer } from '../publish/site-renderer.ts';
import { markTouched } from '../routes/routes.ts';
import { doctoredSite } from '../testing/doctored-site.ts';
import { noWatch, origin, usePublishWorld } from '../testing/publish-world.ts';
import { createWorld } from '../testing/world.ts';
import { repairRenditions, startByteChecks } from './right-bytes.ts';

const log = pino({ level: 'silent' });
const world = usePublishWorld({ startsAt: Date.UTC(2026, 4, 31, 12) });
const { live, edit, drop, state } = world;
let publisher: LocalPublisher;
/** One render process for all tests. */
const siteFolder = mkdtempSync(path.join(tmpdir(), 'veldlicht-site-'));
let site: SiteRenderer;
beforeAll(async () => {
  ({ site } = await doctoredSite(siteFolder, origin));
});
afterAll(() => {
  site.stop();
  rmSync(siteFolder, { recursive: true });
});
beforeEach(async () => {
  world.site = { ...site, rendered: [] };
  publisher = world.publisher();
  world.addItems(3);
  await publisher.publish();
});

const checkDeps = () => ({
  db: world.db,
  folder: world.folder,
  log,
  now: () => world.clock,
  storage: openStorage({ kind: 'disk' }, world.folder),
});
const at = (...parts: string[]) => path.join(world.folder.publicSite, ...parts);
const repair = async () => {
  publisher.repair(await publisher.check());
  await attempt({ ...world.deps(), publisher, watch: noWatch, log });
  await publisher.sweep();
};
const repairs = () => world.db.select().from(auditLog).where(eq(auditLog.action, 'repair')).all();
const retitle = (seq: number, title: string) => edit(seq, { title });

const page = (n: number) => at('foto', `item-000${n}.html`);
const link = (n: number) => path.join(world.folder.publicMedia, world.hashOfFile(n));
/** Replaces bytes, keeping the size. */
function spoil(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0);
  writeFileSync(file, bytes);
}

describe('the site', () => {
  const damages: [string, () => void, number?][] = [
    ['the home page was emptied', () => truncateSync(at('index.html'))],
    ['an item’s page was emptied', () => truncateSync(page(2))],
    ['a page was filled with zeros', () => spoil(page(2))],
    ['a compressed page was filled with zeros', () => spoil(`${page(1)}.br`)],
    ['a page is gone', () => rmSync(page(3))],
    ['a compressed form is gone', () => rmSync(`${page(3)}.gz`)],
    ['a folder of pages is gone', () => rmSync(at('foto'), { recursive: true }), 3],
    ['an icon was truncated', () => truncateSync(at('icon.png'), 1)],
    ['an index file was truncated', () => truncateSync(at(viewChunkPath(1)), 3)],
    ['a client file was truncated', () => truncateSync(at('_astro', 'style.css'), 1)],
    ['a compressed client file is gone', () => rmSync(at('_astro', 'style.css.br'))],
    ['the link to a picture is gone', () => rmSync(link(2))],
  ];
  it.each(damages)('is repaired when %s', async (_, damage, count = 1) => {
    const all = () => [live(), readdirSync(world.folder.publicMedia).sort()];
    const before = all();
    damage();
    await repair();
    expect(all()).toEqual(before);
    expect(isDamaged(await publisher.check())).toBe(false);
    expect(repairs()).toMatchObject([{ actor: 'Veldlicht', entity: 'site', facts: { count } }]);
  });

  it('is repaired when all of it is gone, even after a restore', async () => {
    const all = () => [live(), readdirSync(world.folder.publicMedia).sort()];
    const before = all();
    rmSync(at(), { recursive: true });
    await repair();
    expect(all()).toEqual(before);
    world.db.$client.exec("UPDATE content_state SET epoch = 'another'");
    rmSync(at(), { recursive: true });
    await publisher.publish(true);
    expect(all()).toEqual(before);
  });

  it('stays unchanged when it is complete, or was never published', async () => {
    const before = statSync(page(1)).ino;
    await repair();
    expect(statSync(page(1)).ino).toBe(before);
    expect([state().retryAt, repairs()]).toEqual([null, []]);
    const empty = await createWorld();
    const projection = openProjection(empty.folder, origin, markTouched);
    const none = world.publisher({ db: empty.db, folder: empty.folder, projection });
    const { assets } = world.site;
    expect(await none.check()).toEqual({ pages: [], assets, media: [] });
    projection.close();
    empty.remove();
  });

  it('loses the damaged page of an ended item, and unknown files', async () => {
    spoil(page(2));
    drop(2);
    writeFileSync(at('foto', 'iemand-0009.html'), 'x');
    symlinkSync('../../renditions', link(9));
    await repair();
    expect([live().has('foto/item-0002.html'), live().has('foto/iemand-0009.html')]).toEqual([
      false,
      false,
    ]);
    expect(readdirSync(world.folder.publicMedia).sort()).toEqual(
      [1, 3].map((n) => world.hashOfFile(n)).sort(),
    );
  });
});

it('is checked at start, each night, and when it can’t be served', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let looks = 0;
  const checks = startByteChecks({
    ...checkDeps(),
    local: localWith(async () => {
      looks++;
      return { pages: [], assets: [], media: [] };
    }),
  });
  const later = async (ms: number) => {
    world.clock += ms;
    vi.advanceTimersByTime(10_000);
    await checks.idle();
    return looks;
  };
  await checks.idle();
  expect(looks).toBe(1);
  const home = at('index.html');
  expect(await later(12 * 3_600_000)).toBe(1);
  // After three o'clock in Amsterdam.
  expect(await later(2 * 3_600_000)).toBe(2);
  expect(await later(60_000)).toBe(2);
  truncateSync(home);
  expect(await later(1)).toBe(3);
  // A failed publish has its own retry time.
  world.ask({ error: 'publish_failed' });
  expect(await later(1)).toBe(3);
  world.ask({ error: null });
  expect(await later(1)).toBe(4);
  await publisher.publish(true);
  expect(await later(1)).toBe(4);
  truncateSync(`${home}.br`);
  expect(await later(1)).toBe(5);
  rmSync(at(), { recursive: true });
  expect(await later(1)).toBe(6);
  await checks.stop();
  vi.useRealTimers();
});

/** The publisher with another `check`. */
const localWith = (check: LocalPublisher['check']): LocalPublisher => ({ ...publisher, check });

describe('while a publish is awaited', () => {
  const events: string[] = [];
  /** A `rest` that runs `action` before the nth file. */
  const standAside = (at: number, action: () => Promise<unknown>) => {
    let n = 0;
    return async () => {
      if (++n === at) await action();
      events.push(`file ${n}`);
    };
  };
  beforeEach(() => void events.splice(0));

  it.each([
    ['a change waits', () => retitle(1, 'Later')],
    ['it is asked for', () => world.ask({ retryAt: world.clock })],
    ['it is under way', () => world.ask({ running: true })],
  ])('reads no file when %s, and continues afterwards', async (_, ask) => {
    const wanted = () => {
      const { running, retryAt, revision, publishedRevision } = state();
      return { running, retryAt, isChanged: revision > publishedRevision };
    };
    const done = wanted();
    ask();
    expect(wanted()).not.toEqual(done);
    const found: object[] = [];
    const check = async (rest: Rest = async () => {}) => {
      await rest();
      found.push(wanted());
      return publisher.check();
    };
    const checks = startByteChecks({ ...checkDeps(), local: localWith(check) });
    await attempt({ ...world.deps(), publisher, watch: noWatch, log });
    await checks.idle();
    expect(found).toEqual([done]);
    await checks.stop();
  });

  it.each([
    ['a failed publish is retried much later', { nextTryAt: 600_000 }],
    ['it waits for another change after a failure', { nextTryAt: null }],
  ])('does not wait when %s', async (_, { nextTryAt }) => {
    retitle(1, 'Later');
    const failedRevision = state().revision;
    world.ask({ failedRevision, nextTryAt: nextTryAt && world.clock + nextTryAt });
    const checks = startByteChecks({ ...checkDeps(), local: publisher });
    await checks.idle();
    expect(state().retryAt).toBeNull();
    await checks.stop();
  });

  it('rests before each page, and compares a replaced one with its new row', async () => {
    world.addItems(20);
    await publisher.publish();
    expect(isDamaged(await publisher.check(standAside(0, async () => {})))).toBe(false);
    const all = events.splice(0).length;
    expect(all).toBeGreaterThan(30);
    const rest = standAside(30, async () => {
      retitle(1, 'Later');
      await publisher.publish();
    });
    expect(isDamaged(await publisher.check(rest))).toBe(false);
    // No duplicates.
    expect(events.length).toBe(all);
  });

  it('reads nothing while it rests', async () => {
    const bytes = readFileSync(page(3));
    const rest = standAside(2, async () => {
      spoil(page(3));
      await setImmediate();
      writeFileSync(page(3), bytes);
    });
    expect(isDamaged(await publisher.check(rest))).toBe(false);
    const still = standAside(2, async () => spoil(page(3)));
    expect((await publisher.check(still)).pages).toEqual(['/foto/item-0003']);
  });

  it('rests before each rendition', async () => {
    const file = path.join(world.folder.renditions, world.hashOfFile(2), '960-3.jpg');
    const rest = standAside(5, async () => void truncateSync(file, 1));
    await repairRenditions(checkDeps(), 'sizes', rest);
    const renditions = world.db.select().from(files).all();
    expect(events).toHaveLength(renditions.flatMap((row) => row.renditions).length);
  });

  it('ends with the worker', async () => {
    world.ask({ running: true });
    const check = async (rest: Rest = async () => {}) => {
      await rest();
      events.push('read a file');
      return publisher.check();
    };
    await startByteChecks({ ...checkDeps(), local: localWith(check) }).stop();
    expect(events).toEqual([]);
  });
});

describe('renditions', () => {
  const place = (name: string) => path.join(world.folder.renditions, world.hashOfFile(2), name);
  const original = () => path.join(world.folder.originals, `${world.hashOfFile(2)}.jpg`);
  const asked = () => world.db.select({ hash: jobs.subject }).from(jobs).all();

  it.each<[string, 'sizes' | 'bytes', () => void]>([
    ['is gone', 'sizes', () => rmSync(place('960-3.jpg'))],
    ['was truncated', 'sizes', () => truncateSync(place('960-3.jpg'), 1)],
    ['was filled with zeros', 'sizes', () => spoil(place('960-3.jpg'))],
    [
      'has bytes other than those that were made',
      'bytes',
      () => writeFileSync(place('960-3.jpg'), 'tEst'),
    ],
  ])('are repaired when one %s', async (_, how, damage) => {
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
    await repairRenditions(checkDeps(), how);
    expect(asked()).toEqual([]);
    damage();
    await repairRenditions(checkDeps(), how);
    expect(asked()).toEqual([{ hash: world.hashOfFile(2) }]);
    expect(existsSync(place('960-3.jpg'))).toBe(false);
    expect(repairs()).toMatchObject([{ entity: 'file', facts: { count: 1, names: ['Item 2'] } }]);
  });

  it('of an earlier edition are removed after a week, unless pages may show them', async () => {
    const old = place('960-2.avif');
    writeFileSync(old, 'test');
    const look = (days: number, how: 'bytes' | 'sizes' = 'bytes') => {
      const now = () => Date.now() + days * 24 * 3_600_000;
      return repairRenditions({ ...checkDeps(), now }, how);
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

  it('stay damaged without the original', async () => {
    truncateSync(place('960-3.jpg'), 1);
    await repairRenditions(checkDeps(), 'bytes');
    expect([asked(), existsSync(place('960-3.jpg'))]).toEqual([[], true]);
  });
});
