/** After a cut at any step the site has no broken reference, and the next publish completes it. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { single, stored, words } from '@veldlicht/contract/testing/blocks';
import { applyGuard } from '@veldlicht/database/apply-guard';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { type Database, openDatabase } from '@veldlicht/database/open';
import { openPublicDatabase } from '@veldlicht/database/public/public-database';
import {
  categories,
  guardRules,
  media,
  mediaRows,
  mediaSpecies,
  species,
  storyRows,
} from '@veldlicht/database/schema';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOf, openSite, removeCopy } from '../testing/cut-site.ts';
import { filesFromNothing, origin, place, usePublishWorld } from '../testing/publish-world.ts';
import { liveFiles, placesOf } from '../testing/site-tree.ts';
import { missesFrom } from '../testing/visitor.ts';
import { plainSite } from '../testing/world.ts';
import { addressOf, nameOf } from './address-name.ts';
import type { SiteRenderer } from './site-renderer.ts';

const FEW = 6;
/** Steps of a publish at which it is cut. */
const CUTS = roundsOf('publish-cuts', FEW);
const OWL = 'Bubo bubo';
const world = usePublishWorld({ startsAt: 1_800_000_000_000, perTest: false });

/** A build of the site whose pages load a script of their own. */
function buildOf(letter: string): SiteRenderer {
  const name = `app.${letter}.js`;
  const assetsFolder = path.join(world.folder.root, 'site');
  mkdirSync(assetsFolder, { recursive: true });
  writeFileSync(path.join(assetsFolder, name), letter);
  const site = plainSite(letter.repeat(64));
  const render: SiteRenderer['render'] = async (address, page) => {
    const { body } = await site.render(address, page);
    return { body: Buffer.concat([body, Buffer.from(`<a src="/_astro/${name}">`)]) };
  };
  return { ...site, render, assetsFolder, assets: [name] };
}
const broken = (site: SiteRenderer): SiteRenderer => ({
  ...site,
  render: async (address) => Promise.reject(new Error(`no ${address}`)),
});

interface Scenario {
  change: (db: Database) => void;
  /** Undoes the change. */
  revert?: (db: Database) => void;
  /** Words that no file may contain afterwards. */
  secrets?: string[];
  build?: string;
}

const set = (seq: number, values: Partial<typeof mediaRows.$inferInsert>) => (db: Database) =>
  void db.update(mediaRows).set(values).where(eq(mediaRows.seq, seq)).run();
const SECOND = ['Egel', 'item-0002'];
const hide = set(2, { status: 'draft' });
const addAt = (db: Database, slug: string, title: string) => {
  const [like] = db.select().from(media).where(eq(media.seq, 1)).all();
  if (!like) throw new Error('no item');
  const { seq: _, ...row } = like;
  db.insert(mediaRows)
    .values({ ...row, id: slug, slug, title, categoryId: 'nieuw', fileHash: world.hashOfFile(5) })
    .run();
};
const drop = (slug: string) => (db: Database) =>
  void db.delete(mediaRows).where(eq(mediaRows.slug, slug)).run();
const guard = (level: 'hidden' | 'region') => (db: Database) => {
  const rule = { scientificName: OWL, level, months: [], nestMonths: [], reason: '' };
  db.insert(guardRules).values(rule).run();
  applyGuard(db);
};
const all =
  (...changes: Array<(db: Database) => void>) =>
  (db: Database) => {
    for (const change of changes) change(db);
  };

const scenarios: Record<string, Scenario> = {
  'the first publish': { change: () => {} },
  'an edit': {
    change: set(2, { title: 'Das' }),
    revert: set(2, { title: 'Egel' }),
  },
  'an addition': {
    change: (db) => addAt(db, 'nieuw-0009', 'Nieuw'),
    revert: drop('nieuw-0009'),
  },
  'hiding an item': { change: hide, revert: set(2, { status: 'published' }), secrets: SECOND },
  'deleting an item': {
    change: all((db) => void db.delete(mediaRows).where(eq(mediaRows.seq, 2)).run()),
    secrets: SECOND,
  },
  'another address': {
    change: set(3, { slug: 'vos-0003' }),
    revert: set(3, { slug: 'item-0003' }),
  },
  'another file': {
    change: (db) => set(2, { fileHash: world.hashOfFile(5) })(db),
    revert: (db) => set(2, { fileHash: world.hashOfFile(2) })(db),
  },
  'another file of one item while another item is hidden': {
    change: (db) => all(set(3, { fileHash: world.hashOfFile(5) }), hide)(db),
    revert: (db) =>
      all(set(3, { fileHash: world.hashOfFile(3) }), set(2, { status: 'published' }))(db),
    secrets: SECOND,
  },
  'an item that becomes guarded': {
    change: guard('region'),
    revert: (db) => {
      db.delete(guardRules).run();
      applyGuard(db);
    },
    secrets: ['52.13', '2026-03-09'],
  },
  'an address that another item takes over': {
    change: all(drop('item-0002'), (db) => addAt(db, 'item-0002', 'Nieuw')),
    secrets: ['Egel'],
  },
  'another build of the site': { change: () => {}, build: 'b' },
};

/** An unpublished library with public content of every kind. */
async function beginWorld(): Promise<void> {
  await world.begin();
  const { api } = world;
  api.insert(species).values({ scientificName: OWL, dutchName: 'Oehoe', groupName: 'birds' }).run();
  api
    .insert(categories)
    .values({ id: 'nieuw', type: 'category', name: 'nieuw', sortOrder: 9 })
    .run();
  world.addItem({ title: 'Ree' });
  world.addItem({ title: 'Egel', location: place, date: '2026-03-09' });
  world.addItem({ title: 'Vos' });
  world.addItem({ title: 'Kiekendief' });
  // A file without an item.
  world.addItem({ title: 'Later' });
  world.drop(5);
  api.insert(mediaSpecies).values({ mediaSeq: 2, scientificName: OWL, position: 0 }).run();
  world.setProfile({ portrait: 'm2', aboutLong: 'Vroeg op.' });
  const story = { kind: 'note', status: 'published', createdAt: 1, updatedAt: 1 } as const;
  const body = stored(words('Verhaal'), single('m2'), single('m3'));
  api
    .insert(storyRows)
    .values({
      ...story,
      id: 'n1',
      slug: 'n-0001',
      title: 'Notitie',
      date: '2026-01-09',
      body,
      cover: 'm3',
    })
    .run();
}

/** Addresses of published pages. */
const publishedPaths = (folder: DataFolder) =>
  [...liveFiles(folder.publicSite).keys()].flatMap((name) => addressOf(name, 'file') ?? []);

const secretsIn = (folder: DataFolder, secrets: readonly string[] = []) =>
  secrets.flatMap((word) => placesOf(folder, word).map((where) => `${word} in ${where}`));

/** Publishes, and expects the files of a publish from scratch. */
async function expectWhole(
  folder: DataFolder,
  site: SiteRenderer,
  expected: Map<string, string>,
  at: string,
) {
  const opened = openSite(folder, origin, { site, now: Date.now });
  await opened.publisher.publish();
  await opened.publisher.prune();
  await opened.close();
  expect.soft(differing(liveFiles(folder.publicSite), expected), at).toEqual([]);
  const target = openPublicDatabase(folder.publicDatabase);
  expect.soft(target.prepare('SELECT path FROM dirty').all(), at).toEqual([]);
  expect.soft(target.prepare("SELECT path FROM pages WHERE key = ''").all(), at).toEqual([]);
  const hashes = target.prepare('SELECT DISTINCT hash FROM items ORDER BY 1').pluck().all();
  target.close();
  expect.soft(readdirSync(folder.publicMedia).sort(), at).toEqual(hashes);
  expect.soft(missesFrom(folder, publishedPaths(folder)), at).toEqual([]);
  expect.soft(existsSync(folder.staging), at).toBe(false);
}
/** Names of files that differ, without scripts of earlier builds. */
const differing = (files: Map<string, string>, expected: Map<string, string>) =>
  [...new Set([...files.keys(), ...expected.keys()])].filter(
    (name) => !name.startsWith('_astro') && files.get(name) !== expected.get(name),
  );

/** Publishes the state before a change; returns a copy. */
async function changed({ change }: Scenario, name: string): Promise<DataFolder> {
  if (name !== 'the first publish') {
    const opened = openSite(world.folder, origin, { site: buildOf('a'), now: Date.now });
    await opened.publisher.publish();
    await opened.lists?.writeAll(opened.projection.open());
    await opened.close();
  }
  const before = copyOf(world.folder);
  change(world.api);
  return before;
}

/** Steps of a publish. */
async function stepsOf(site: SiteRenderer): Promise<string[]> {
  const folder = copyOf(world.folder);
  const steps: string[] = [];
  const onStep = (step: string) => void steps.push(step);
  const opened = openSite(folder, origin, { site, now: Date.now, onStep });
  await opened.publisher.publish();
  await opened.close();
  removeCopy(folder);
  return steps;
}

/** Indexes of the steps to cut at: those up to the first page, and some of the others. */
function chosen(steps: string[]): number[] {
  const every = Math.ceil((steps.length - 4) / (CUTS - 4));
  return steps.flatMap((_, i) => (i < 4 || (steps.length - 1 - i) % every === 0 ? i : []));
}

/**
 * The cuts for one of a scenario's two tests. By day each cut is either a kill or a failure, alternating within and
 * between scenarios; in the nightly run it is both.
 */
function share(steps: string[], turn: number): number[] {
  return chosen(steps).filter((_, i) => CUTS > FEW || (i + turn) % 2 === 0);
}

/** By day one of each kind: the first publish, pages only, files, what must go, and an address with two owners. */
const byDay = [
  'the first publish',
  'an edit',
  'another file of one item while another item is hidden',
  'an item that becomes guarded',
  'an address that another item takes over',
];
const tried = Object.entries(scenarios).filter(([name]) => CUTS > FEW || byDay.includes(name));

afterAll(() => keepFigures('publish-cuts', { scenarios: tried.length }));

describe.each(tried)('%s', (name, scenario) => {
  const { revert, build = 'a' } = scenario;
  const turn = tried.findIndex(([one]) => one === name);
  const secrets: string[] = [];
  let before: DataFolder;
  let site: SiteRenderer;
  let expected: Map<string, string>;
  let steps: string[];
  // Both tests work on copies.
  beforeAll(async () => {
    await beginWorld();
    secrets.push(...(scenario.secrets ?? []));
    if (secrets.includes('Egel')) secrets.push(world.hashOfFile(2));
    site = buildOf(build);
    before = await changed(scenario, name);
    expected = await filesFromNothing({ ...world.deps(), site });
    steps = await stepsOf(site);
  });
  afterAll(async () => {
    removeCopy(before);
    await world.end();
  });

  /** Broken references, except to items removed on purpose. */
  const missesOf = (folder: DataFolder, step: number) => {
    const isAway = secrets.length > 0 && step > steps.indexOf('take away');
    const isGone = (address: string) =>
      address.includes(world.hashOfFile(2)) ||
      address === '/foto/item-0002' ||
      (!address.startsWith('/media/') && !expected.has(nameOf(address, 'file')));
    return missesFrom(folder, ['/', ...publishedPaths(before)]).filter(
      (miss) => !(isAway && isGone(miss.split(' → ')[1] ?? '')),
    );
  };

  it('killed at any step', async () => {
    const cuts = new Map<number, DataFolder>();
    const wanted = new Set(share(steps, turn));
    const folder = copyOf(world.folder);
    let count = 0;
    const onStep = () => {
      if (wanted.has(count)) cuts.set(count, copyOf(folder));
      count++;
    };
    const live = openSite(folder, origin, { site, now: Date.now, onStep });
    await live.publisher.publish();
    await live.close();
    const previous = liveFiles(before.publicSite);
    for (const [step, cut] of cuts) {
      const at = `killed before ${step}, “${steps[step]}”`;
      expect.soft(missesOf(cut, step), at).toEqual([]);
      if (revert) {
        const copy = copyOf(cut);
        const db = openDatabase(copy.database);
        revert(db);
        db.$client.close();
        await expectWhole(copy, buildOf('a'), previous, `${at}, and reverted`);
        removeCopy(copy);
      }
      // The next start fails to render, then succeeds.
      const failing = openSite(cut, origin, { site: broken(site), now: Date.now });
      await failing.publisher.publish().catch(() => {});
      await failing.close();
      expect.soft(secretsIn(cut, secrets), at).toEqual([]);
      await expectWhole(cut, site, expected, at);
      removeCopy(cut);
    }
    removeCopy(folder);
  });

  it('fails from any step on', async () => {
    for (const step of share(steps, turn + 1)) {
      const at = `fails from ${step}, “${steps[step]}”`;
      const folder = copyOf(world.folder);
      let count = 0;
      const onStep = () => {
        if (count++ >= step) throw new Error(at);
      };
      const opened = openSite(folder, origin, { site, now: Date.now, onStep });
      await expect.soft(opened.publisher.publish(), at).rejects.toThrow(at);
      if (step > steps.indexOf('take away')) {
        expect.soft(secretsIn(folder, secrets), at).toEqual([]);
      }
      // The same process tries again.
      count = Number.NEGATIVE_INFINITY;
      await opened.publisher.publish();
      await opened.close();
      await expectWhole(folder, site, expected, at);
      removeCopy(folder);
    }
  });
});
