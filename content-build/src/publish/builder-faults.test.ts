/** Failing renderers (fault F10): the real publisher with a doctored site. */
import path from 'node:path';
import { ATTEMPTS_LISTED } from '@veldlicht/contract/publishing';
import { releases } from '@veldlicht/database/schema';
import { desc } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DoctoredSite, doctoredSite, type Fault } from '../testing/doctored-site.ts';
import { origin, usePublishWorld } from '../testing/publish-world.ts';
import { createBuildLog } from './build-log.ts';
import { createPublisher } from './publish.ts';
import { attempt } from './publish-attempt.ts';

const world = usePublishWorld();
const { live, page, edit, state } = world;
let doctored: DoctoredSite;
let tryOnce: () => Promise<unknown>;
beforeEach(async () => {
  doctored = await doctoredSite(path.join(world.folder.root, 'site'), origin);
  const buildLog = createBuildLog({ folders: [[world.folder.root, 'data']], secrets: [] });
  const listener = {
    step: buildLog.step,
    rendering: (page: string) => buildLog.step(`making ${page}`),
    rendered: () => {},
  };
  const deps = world.deps({ site: doctored.site, listener });
  const publisher = createPublisher(deps);
  const watch = { begin: buildLog.clear, end: buildLog.lines };
  const log = pino({ level: 'silent' });
  tryOnce = () => attempt({ ...deps, publisher, watch, log });
});

const rename = (title: string) => edit(1, { title });
const attempts = () => world.db.select().from(releases).orderBy(desc(releases.createdAt)).all();
const ochtend = '/foto/item-0001';
describe('a page that fails', () => {
  it.each<[Fault, string]>([
    ['throws', 'item_not_made?title=Ochtend'],
    ['empty', 'item_incomplete?title=Ochtend'],
    ['cut', 'item_incomplete?title=Ochtend'],
    ['lost-file', 'release_incomplete?reason=the+file+lost.css+is+missing'],
  ])('leaves the site unchanged and is named: %s', async (fault, reason) => {
    world.addItem();
    await tryOnce();
    const before = live();
    doctored.order({ path: ochtend, fault });
    rename('Ochtend');
    await tryOnce();
    expect(live()).toEqual(before);
    expect(state()).toMatchObject({ error: reason, running: false, failedCount: 1 });
    const [failed] = attempts();
    expect(failed).toMatchObject({ state: 'failed', error: reason, revision: state().revision });
    expect(failed?.durationMs).toBeGreaterThan(0);
    expect(failed?.log).toContain(`making ${ochtend}`);
    const log = failed?.log?.join('\n');
    expect(log).not.toContain(world.folder.root);
    // The frame in the bundle, with a path relative to the project.
    if (fault === 'throws')
      expect(log).toMatch(
        /Caused by Error: no such thing in data\/site\/server\/entry\.mjs\n.*at .*data\/site\/server\/entry\.mjs:\d/,
      );
    doctored.order(null);
    await tryOnce();
    expect(page()).toContain('Ochtend');
    expect(state()).toMatchObject({ error: null, failedCount: 0, nextTryAt: null });
  });

  it('is not published when its HTML is truncated', async () => {
    world.addItem();
    await tryOnce();
    const before = live();
    const { render } = doctored.site;
    doctored.site.render = (page, data) =>
      page === '/' ? Promise.resolve({ body: Buffer.from('<html>') }) : render(page, data);
    rename('Ochtend');
    await tryOnce();
    expect(state().error).toBe('release_incomplete?reason=%2F+has+no+content');
    expect(live()).toEqual(before);
  });
});

describe('failures in a row', () => {
  it('wait longer each time, and keep the live release', async () => {
    world.addItem();
    await tryOnce();
    const { releaseId } = state();
    const before = live();
    doctored.order({ path: ochtend, fault: 'throws' });
    rename('Ochtend');
    const waits: Array<number | null> = [];
    for (let i = 0; i < 20; i++) {
      await tryOnce();
      const { nextTryAt } = state();
      waits.push(nextTryAt === null ? null : nextTryAt - (attempts()[0]?.createdAt ?? 0));
    }
    expect(waits.slice(0, 5)).toEqual([30_000, 120_000, 600_000, null, null]);
    expect(live()).toEqual(before);
    expect(attempts().filter(({ state }) => state === 'failed')).toHaveLength(20);
    expect(world.releases()).toMatchObject([{ id: releaseId, state: 'live' }]);
    // Counted from 1 again after a change.
    expect(state().failedCount).toBe(20);
    rename('Ochtend, anders');
    await tryOnce();
    expect(state().failedCount).toBe(1);
    doctored.order(null);
    await tryOnce();
    expect(page()).toContain('Ochtend');
  });

  it('are kept up to a limit, without dropping the last good release', async () => {
    world.addItem();
    await tryOnce();
    const [good] = attempts();
    const row = { revision: 1, pagesRendered: 0, pagesTotal: 0, durationMs: 1, bytes: 0 };
    const old = Array.from({ length: ATTEMPTS_LISTED + 50 }, (_, i) => ({
      ...row,
      id: `failed-${i}`,
      createdAt: 10_000 + i,
      state: 'failed' as const,
    }));
    world.db.insert(releases).values(old).run();
    world.clock = 100_000;
    doctored.order({ path: ochtend, fault: 'throws' });
    rename('Ochtend');
    await tryOnce();
    const ids = attempts().map(({ id }) => id);
    expect(ids).toHaveLength(ATTEMPTS_LISTED + 1);
    expect(ids.at(-1)).toBe(good?.id);
    expect(ids).not.toContain('failed-0');
    expect(ids).toContain(`failed-${ATTEMPTS_LISTED + 49}`);
  });
});
