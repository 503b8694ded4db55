/** Hidden items are removed at once, whatever else fails, hangs, or is being rendered. */
import fs, { readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { applyGuard } from '@veldlicht/database/apply-guard';
import { removePublicDatabase } from '@veldlicht/database/public/public-database';
import { createPublicLists, type PublicLists } from '@veldlicht/database/public/public-lists';
import { guardRules, mediaSpecies, species } from '@veldlicht/database/schema';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { place, usePublishWorld } from '../testing/publish-world.ts';
import { createPublisher } from './publish.ts';
import type { SiteRenderer } from './site-renderer.ts';

/** Items of a long publish. */
const MANY = roundsOf('long-publish', 150);
const OWL = 'Bubo bubo';
const world = usePublishWorld({ startsAt: 1_800_000_000_000 });
const { find, edit, page, isAsFromNothing } = world;
/** Ends a hang, since a stopping worker waits for its publish. */
let release = Promise.withResolvers<never>();
const hangs = () => release.promise;

let lists: PublicLists | undefined;
afterEach(async () => {
  release.reject(new Error('released'));
  await world.rest();
  await lists?.stop();
});
beforeEach(() => {
  release = Promise.withResolvers();
  release.promise.catch(() => {});
  world.api
    .insert(species)
    .values({ scientificName: OWL, dutchName: 'Oehoe', groupName: 'birds' })
    .run();
  for (const title of ['Ree', 'Vos', 'Das']) world.addItem({ title });
  edit(2, { location: place, date: '2026-03-09' });
  world.api.insert(mediaSpecies).values({ mediaSeq: 2, scientificName: OWL, position: 0 }).run();
  world.setProfile({ portrait: 'm2', aboutLong: 'Vroeg op.' });
});

/** Publishes, then works like the worker; `render` replaces the renderer. */
async function work(): Promise<{ render: (next: SiteRenderer['render']) => void }> {
  const { render } = world.site;
  let current = render;
  world.site.render = (address, data) => current(address, data);
  const { publicLists } = world.folder;
  lists = createPublicLists({ folder: publicLists, onError: () => {}, waitMs: 0 });
  const deps = world.deps({ now: Date.now, lists });
  world.work({ publisher: createPublisher(deps) });
  await expect.poll(() => world.state().publishedRevision).toBe(world.state().revision);
  await expect.poll(() => find('Vos')).toContain('/api/media.json');
  await lists.stop();
  return {
    render: (next) => {
      current = next;
    },
  };
}

const own = () => [
  page('foto/item-0002.html'),
  ...readdirSync(world.folder.publicMedia).filter((hash) => hash === world.hashOfFile(2)),
  ...find('item-0002').filter((name) => name.startsWith('/api/')),
];
const guard = () => {
  const rule = { scientificName: OWL, months: [], nestMonths: [], reason: '' };
  world.api
    .insert(guardRules)
    .values({ ...rule, level: 'hidden' })
    .run();
  applyGuard(world.api);
};

describe.each<[string, () => void, string[]]>([
  ['hidden', () => edit(2, { status: 'draft' }), ['Vos', 'item-0002']],
  ['deleted', () => world.drop(2), ['Vos', 'item-0002']],
  ['guarded', guard, ['52.13', '2026-03-09']],
])('an item that is %s', (_, change, words) => {
  const readable = () => words.flatMap(find);

  it('is in no file while rendering fails, and the site recovers afterwards', async () => {
    const { render } = await work();
    render(() => Promise.reject(new Error('broken')));
    change();
    await expect.poll(readable).toEqual([]);
    await expect.poll(() => world.state().failedCount).toBeGreaterThan(0);
    expect(readable()).toEqual([]);
    render(async (_, data) => ({
      body: Buffer.from(`<html><script type="text/plain">${JSON.stringify(data)}</script></html>`),
    }));
    world.ask({ retryAt: 1 });
    await expect.poll(() => world.state().failedCount).toBe(0);
    await isAsFromNothing();
  });

  it('is in no file while the renderer hangs', async () => {
    const { render } = await work();
    render(hangs);
    change();
    await expect.poll(readable, { interval: 5 }).toEqual([]);
    // A second item is hidden while the publish makes no progress.
    edit(1, { status: 'draft' });
    await expect.poll(() => [...find('Ree'), ...find('item-0001')], { interval: 5 }).toEqual([]);
    expect(world.state().running).toBe(true);
  });
});

it('loses its page, renditions and list entries by `removeHidden`, which renders nothing', async () => {
  const { publicLists } = world.folder;
  lists = createPublicLists({ folder: publicLists, onError: () => {}, waitMs: 0 });
  const { publish, removeHidden } = world.publisher({ lists });
  await publish();
  await lists.stop();
  expect(own()).toEqual([expect.stringContaining('Vos'), world.hashOf(2), '/api/recent.json']);
  edit(2, { status: 'draft' });
  expect(removeHidden()).toBe(true);
  expect(own()).toEqual(['']);
});

it('is removed when a worker starts after failed publishes', async () => {
  await world.publisher().publish();
  edit(2, { status: 'draft' });
  const { revision } = world.state();
  world.ask({ failedRevision: revision, failedCount: 9, nextTryAt: null });
  world.site.render = hangs;
  world.work();
  await expect.poll(own).toEqual(['']);
});

describe('on a full disk', () => {
  const write = fs.writeFileSync;
  afterEach(() => {
    fs.writeFileSync = write;
    syncBuiltinESMExports();
  });

  it('a page that can’t be written is removed', async () => {
    const { publish } = world.publisher();
    await publish();
    fs.writeFileSync = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    syncBuiltinESMExports();
    edit(2, { status: 'draft' });
    await expect(publish()).rejects.toThrow('ENOSPC');
    expect([...find('Vos'), ...find('item-0002')]).toEqual([]);
    expect(readdirSync(world.folder.publicMedia)).not.toContain(world.hashOf(2));
    // Pages that do not show it stay.
    expect(page('foto/item-0003.html') + page('licentie.html')).toContain('licen');
    fs.writeFileSync = write;
    syncBuiltinESMExports();
    await publish();
    await isAsFromNothing();
  });
});

/** Publishes slowly; `then` runs after each page. */
async function publishSlowly(then: (address: string) => void): Promise<void> {
  const { render } = world.site;
  world.site.render = async (address, data) => {
    const html = await render(address, data);
    then(address);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return html;
  };
  await world.publisher().publish();
  world.site.render = render;
}

describe('an item that is hidden during a long publish', () => {
  it('is removed at once, and no page rendered before shows it again', async () => {
    world.addItems(MANY);
    await world.publisher().publish();
    world.setProfile({ heroTitle: 'Ander licht' });
    world.site.fingerprint = 'b'.repeat(64);
    let seen: string[] | null = null;
    const shownAgain: string[] = [];
    await publishSlowly((address) => {
      if (address === '/foto/item-0100') edit(2, { status: 'draft' });
      // At most four pages later nothing may show it.
      if (page('foto/item-0002.html') === '') seen ??= find('"item-0002"');
      if (seen) shownAgain.push(...(page('foto/item-0002.html') ? [address] : []));
    });
    expect(seen).not.toBeNull();
    expect(shownAgain).toEqual([]);
    keepFigures('long-publish', { items: MANY });
    expect([...find('Vos'), ...find('item-0002')]).toEqual([]);
    await isAsFromNothing();
  });

  it('is removed before later pages when its schedule ends', async () => {
    world.addItems(60);
    edit(2, { publishUntil: world.clock + 1_000_000 });
    await world.publisher().publish();
    world.site.fingerprint = 'b'.repeat(64);
    const wasShown: boolean[] = [];
    await publishSlowly(() => {
      if (wasShown.push(page('foto/item-0002.html') !== '') === 3) world.clock += 2_000_000;
    });
    expect(wasShown.slice(0, 3)).toEqual([true, true, true]);
    expect(wasShown.at(-1)).toBe(false);
    await isAsFromNothing();
  });

  it('is not published again by a page being rendered', async () => {
    await world.publisher().publish();
    edit(2, { title: 'Wolf' });
    let isHidden = false;
    const { render } = world.site;
    // It is hidden while the home page, the last one, is being rendered.
    world.site.render = async (address, data) => {
      const html = await render(address, data);
      if (!html.body.includes('Wolf')) return html;
      if (!isHidden) edit(2, { status: 'draft' });
      isHidden = true;
      if (address === '/') await new Promise((resolve) => setTimeout(resolve, 300));
      return html;
    };
    const publishing = world.publisher().publish();
    await expect.poll(() => find('Vos'), { interval: 5 }).toEqual([]);
    const back = setInterval(() => expect([...find('Wolf'), ...find('Vos')]).toEqual([]), 10);
    await publishing;
    clearInterval(back);
    world.site.render = render;
    expect([...find('Wolf'), ...find('item-0002')]).toEqual([]);
    await isAsFromNothing();
  });

  it('leaves nothing when it was added during the same publish', async () => {
    await world.publisher().publish();
    world.site.fingerprint = 'b'.repeat(64);
    let count = 0;
    await publishSlowly(() => {
      count++;
      if (count === 3) world.addItem({ title: 'Bever' });
      if (count === 12) edit(4, { status: 'draft' });
    });
    expect([...find('Bever'), ...find('item-0004')]).toEqual([]);
    expect(readdirSync(world.folder.publicMedia)).not.toContain(world.hashOf(4));
    await isAsFromNothing();
  });
});

describe('files without rows', () => {
  it('are removed when the public database is lost and an item was hidden', async () => {
    await world.publisher().publish();
    edit(2, { status: 'draft' });
    removePublicDatabase(world.folder.publicDatabase);
    const { render } = world.site;
    world.site.render = () => Promise.reject(new Error('broken'));
    await expect(world.publisher().publish()).rejects.toThrow('broken');
    expect([...find('Vos'), ...find('item-0002')]).toEqual([]);
    world.site.render = render;
    await world.publisher().publish();
    await isAsFromNothing();
  });

  it('stay when the public database is lost and nothing has changed', async () => {
    await world.publisher().publish();
    const before = world.live();
    removePublicDatabase(world.folder.publicDatabase);
    world.site.render = () => Promise.reject(new Error('broken'));
    await expect(world.publisher().publish()).rejects.toThrow('broken');
    expect(world.live()).toEqual(before);
  });
});
