/** What every target must do with two versions of a small site, built as a job builds them. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { media, mediaSpecies, settings, species, stories } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../ci/build-job.ts';
import { deploySite } from '../deploy/deploy-site.ts';
import { type DeployFile, type DeployTarget, RECORD } from '../deploy/deploy-target.ts';
import { publicMedia, siteTree } from '../deploy/site-tree.ts';
import type { SiteRenderer } from '../release/site-renderer.ts';
import { projectInMemory } from '../snapshot/projected-source.ts';
import { createWorld, plainSite, type World } from './world.ts';

const origin = 'https://veldlicht.example';

export interface SiteVersion {
  id: string;
  items: PublicItem[];
  /** The address of every page that a visitor may ask for. */
  addresses: string[];
  /** Every file as this kind of target wants it. */
  files: (target: DeployTarget) => Promise<DeployFile[]>;
}

export type DeployWorld = Awaited<ReturnType<typeof createDeployWorld>>;

/** A target, and what visitors get of it. */
export interface TargetBench {
  /** The target as a new process opens it. */
  open: () => DeployTarget;
  /** What a name holds for visitors, or null. */
  read: (name: string) => Promise<string | null>;
  /** All that visitors can reach, sorted. */
  names: () => Promise<string[]>;
  /** Puts something in the way of visitors, past the target. */
  plant: (name: string, text: string) => Promise<void>;
  close: () => Promise<void>;
}

/** A site whose pages ask for a client file that has another name in each version. */
function siteWithAsset(folder: string, version: string): SiteRenderer {
  const plain = plainSite(version.repeat(64));
  const name = `app.${version}.css`;
  const assetsFolder = path.join(folder, `assets-${version}`);
  mkdirSync(assetsFolder);
  writeFileSync(path.join(assetsFolder, name), `body{--version:${version}}`);
  return {
    ...plain,
    assetsFolder,
    assets: [name],
    render: async (address, page) => {
      const body = await plain.render(address, page);
      return Buffer.concat([body, Buffer.from(`<link href="/_astro/${name}">`)]);
    },
  };
}

/** Two of them in one row of the map, in columns near the coast, which have two digits. */
const PLACES = ['51.374, 3.43', '51.374, 3.51', '52.131234, 5.860432'];

/** Everything beside items that has a page or a file of its own. */
function fillPages({ db }: World): void {
  const tern = 'Sterna hirundo';
  db.insert(species).values({ scientificName: tern, groupName: 'birds' }).run();
  db.insert(mediaSpecies).values({ mediaSeq: 1, scientificName: tern, position: 0 }).run();
  db.update(settings)
    .set({ profile: { aboutLong: 'Over mij.', notForTraining: true } })
    .run();
  const bodies = { note: 'Stil.', series: JSON.stringify({ introduction: 'Stil.', blocks: [] }) };
  for (const kind of ['note', 'series'] as const)
    db.insert(stories)
      .values({
        id: kind,
        kind,
        slug: `${kind}-0001`,
        title: kind,
        date: '2026-01-09',
        body: bodies[kind],
        status: 'published',
        createdAt: 1,
        updatedAt: 1,
      })
      .run();
}

/** One item is retitled between the versions, one deleted, two are new. */
export async function createDeployWorld() {
  const world = await createWorld();
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-deploy-'));
  /** Names of pictures that were fetched, in order. */
  const fetched: string[] = [];

  async function version(id: string, letter: string): Promise<SiteVersion> {
    using source = projectInMemory(world.folder.database, origin, Date.now());
    const items = source.items(source.entries);
    const names = publicMedia(items);
    const site = siteWithAsset(folder, letter);
    const built = await buildSnapshot(source, site, path.join(folder, id), names, () => {});
    const fetchMedia = async (name: string) => {
      fetched.push(name);
      const place = path.join(world.folder.renditions, name.replace('media/', ''));
      return { path: place, release: async () => undefined };
    };
    return {
      id,
      items,
      addresses: [...built.release.pages.keys()].filter((address) => address !== '/404'),
      files: (target) => siteTree({ ...built, media: names, fetchMedia }, target),
    };
  }

  for (const location of PLACES) world.addItem({ location });
  world.addItem({ type: 'video' });
  fillPages(world);
  const before = await version('s1', 'a');
  world.db.delete(media).where(eq(media.seq, 2)).run();
  world.db.update(media).set({ title: 'Anders' }).where(eq(media.seq, 1)).run();
  world.addItem();
  world.addItem();
  const after = await version('s2', 'b');
  return {
    before,
    after,
    fetched,
    remove: () => {
      world.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Deploys a version as the job does. */
export const deploy = async (target: DeployTarget, version: SiteVersion, now = Date.now) =>
  deploySite(target, version.id, await version.files(target), { now });

/** What every name answers with, by the files of a version. */
async function expectedSite(version: SiteVersion, target: DeployTarget) {
  const found = new Map<string, string>();
  for (const { name, fetch } of await version.files(target))
    found.set(name, readFileSync((await fetch()).path, 'latin1'));
  return found;
}

const ADDRESS =
  /"(?:path|url|search|view|previousPath|nextPath|archivePath)":"(\/[^"]+)"|href="(\/[^"]+)"/g;

/** Walks the site from its home page as visitors and browsers do. Answers what leads nowhere. */
export async function deadEnds(bench: TargetBench): Promise<string[]> {
  const dead: string[] = [];
  const seen = new Set(['/']);
  const queue = [...seen];
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const text = await ask(bench, address);
    if (text === null) dead.push(address);
    for (const [, a, b] of (text ?? '').matchAll(ADDRESS)) {
      const next = a ?? b ?? '';
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return dead;
}

/** The text that a web server answers with at an address, or null. */
export async function ask({ open, read }: TargetBench, address: string): Promise<string | null> {
  const name = address === '/' ? 'index.html' : address.slice(1);
  return (await read(name)) ?? (open().naming === 'file' ? read(`${name}.html`) : null);
}

/** The target, dying at one of its steps: that one and all later ones fail. */
function cutAt(target: DeployTarget, step: number): DeployTarget & { steps: () => number } {
  let steps = 0;
  const counted =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    (...args: A) =>
      steps++ >= step ? Promise.reject(new Error('the line was cut')) : work(...args);
  return {
    ...target,
    put: counted(target.put),
    remove: counted(target.remove),
    confirm: counted(target.confirm),
    finish: counted(target.finish),
    steps: () => steps,
  };
}

/** What every target must do; `cuts`: at how many of its steps a deploy is cut off. */
export function describeTarget(
  title: string,
  openBench: () => Promise<TargetBench>,
  cuts: number,
): void {
  describe(title, () => {
    let world: DeployWorld;
    let bench: TargetBench;
    beforeAll(async () => {
      world = await createDeployWorld();
    });
    afterAll(() => world?.remove());
    beforeEach(async () => {
      bench = await openBench();
      await deploy(bench.open(), world.before);
      return () => bench.close();
    });
    /** Expects exactly this version, beside client files of the one before, for tabs that are open. */
    const isSite = async (version: SiteVersion, retired: string[] = []) => {
      const expected = await expectedSite(version, bench.open());
      const names = (await bench.names()).filter((name) => !name.startsWith('.veldlicht/'));
      expect(names).toEqual([...expected.keys(), ...retired].sort());
      for (const [name, text] of expected)
        expect([name, await bench.read(name)]).toEqual([name, text]);
      for (const address of version.addresses)
        expect([address, await ask(bench, address)]).toEqual([
          address,
          // A file that shows no page has nothing of its own.
          expect.stringMatching(address.includes('.') ? /./ : `"path":"${address}"`),
        ]);
      expect(await deadEnds(bench)).toEqual([]);
    };
    const retired = () =>
      (bench.open().hasVariants ? ['', '.br', '.gz'] : ['']).map((end) => `_astro/app.a.css${end}`);

    it('holds the whole site, and only what changed is put the next time', async () => {
      await isSite(world.before);
      const again = await deploy(bench.open(), world.before);
      expect(again).toEqual({ put: 0, removed: 0, bytes: 0 });
      world.fetched.length = 0;
      const next = await deploy(bench.open(), world.after);
      const fetched = [...world.fetched];
      await isSite(world.after, retired());
      const old = await expectedSite(world.before, bench.open());
      const now = await expectedSite(world.after, bench.open());
      expect(next.put).toBe([...now].filter(([name, text]) => old.get(name) !== text).length);
      const known = new Set(publicMedia(world.before.items));
      expect(fetched.length).toBeGreaterThan(0);
      expect(fetched.filter((name) => known.has(name))).toEqual([]);
    });

    it('finds out what is there when the record is damaged', async () => {
      await bench.plant(RECORD, '{"format":1,"files":');
      await bench.plant(`media/${'e'.repeat(32)}/960.jpg`, 'left over');
      await deploy(bench.open(), world.after);
      const names = (await bench.names()).filter((name) => !name.startsWith('_astro/'));
      const expected = [...(await expectedSite(world.after, bench.open())).keys()];
      const isContent = (name: string) => !/^(?:_astro|\.veldlicht)\//.test(name);
      expect(names.filter(isContent)).toEqual(expected.filter(isContent).sort());
      expect(await deadEnds(bench)).toEqual([]);
    });

    it('takes away every page and picture that no record names', async () => {
      const end = bench.open().naming === 'file' ? '.html' : '';
      const strays = ['kaart/390', 'foto/weg-0001', 'categorie/weg', 'soort/weg', 'reeks/weg-0001'];
      const pages = [...strays, 'mediabibliotheek/archief/99'].map((name) => name + end);
      for (const name of [...pages, 'retired-9999.txt']) await bench.plant(name, 'left over');
      const picture = `media/${'e'.repeat(32)}/960.jpg`;
      await bench.plant(picture, 'left over');
      await deploy(bench.open(), world.after);
      const names = new Set(await bench.names());
      expect([...pages, 'retired-9999.txt', picture].filter((name) => names.has(name))).toEqual([]);
    });

    it('stops when another deploy has begun meanwhile', async () => {
      const slow = bench.open();
      const held: DeployTarget = {
        ...slow,
        finish: async (record) => {
          await deploy(bench.open(), world.after);
          await slow.finish(record);
        },
      };
      await expect(deploy(held, world.before)).rejects.toThrow(/another deploy|ended with/i);
      expect(await deadEnds(bench)).toEqual([]);
      await deploy(bench.open(), world.after);
      expect(await ask(bench, '/foto/item-0006')).toContain('Item 6');
    });

    it('is a whole site wherever a deploy is cut off, and the next one ends it', async () => {
      const counting = cutAt(bench.open(), Number.POSITIVE_INFINITY);
      await deploy(counting, world.after);
      const total = counting.steps();
      expect(total).toBeGreaterThan(20);
      for (let next = 0; next < total; next += Math.max(1, total / cuts)) {
        const step = Math.floor(next);
        await bench.close();
        bench = await openBench();
        await deploy(bench.open(), world.before);
        const cut = deploy(cutAt(bench.open(), step), world.after);
        await expect(cut).rejects.toThrow('the line was cut');
        expect([step, await deadEnds(bench)]).toEqual([step, []]);
        expect(await ask(bench, '/foto/item-0003')).toContain('Item 3');
        await deploy(bench.open(), world.after);
        await isSite(world.after, retired());
      }
    });
  });
}

/** A folder as visitors see it through a plain web server; `web` is what that shows of `root`. */
export function folderBench(root: string, web: string, open: () => DeployTarget): TargetBench {
  const isFile = (place: string) => existsSync(place) && statSync(place).isFile();
  return {
    open,
    read: async (name) => {
      const place = path.join(web, name);
      return isFile(place) ? readFileSync(place, 'latin1') : null;
    },
    names: async () =>
      readdirSync(web, { recursive: true, encoding: 'utf8' })
        .filter((name) => isFile(path.join(web, name)))
        .sort(),
    plant: async (name, text) => {
      // A tree shares its files with others: a new one takes the place of this one.
      rmSync(path.join(web, name), { force: true });
      mkdirSync(path.dirname(path.join(web, name)), { recursive: true });
      writeFileSync(path.join(web, name), text);
    },
    close: async () => rmSync(root, { recursive: true, force: true }),
  };
}
