/** Tests for every target: two versions of a small site. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Target } from '../ci/rclone.ts';
import { findSite, type SiteFile, sendSite } from '../ci/send-site.ts';
import { RECORD, type SiteVersion } from '../ci/target-record.ts';
import { nameOf } from '../publish/address-name.ts';
import { formsOf } from '../publish/site-folder.ts';

/** A target and what visitors get from it. */
export interface TargetBench {
  target: Target;
  /** Content at a name, or null. */
  read: (name: string) => Promise<string | null>;
  /** Sorted names that visitors can reach. */
  names: () => Promise<string[]>;
  /** Writes to the target past our code. */
  plant: (name: string, text: string) => Promise<void>;
  /** A copy of the target, where that is faster than sending again. */
  copy?: () => Promise<TargetBench>;
  close: () => Promise<void>;
}

export interface BuiltVersion {
  version: SiteVersion;
  files: SiteFile[];
}

const hashOf = (letter: string) => letter.repeat(32);
const pictures = (letter: string) => [
  `/media/${hashOf(letter)}/960.jpg`,
  `/media/${hashOf(letter)}/960.avif`,
];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Number, title and letter of the picture. */
type Item = [number: number, title: string, picture: string];

const before: Item[] = [
  [1, 'Ree', 'a'],
  [2, 'Vos', 'b'],
  [3, 'Das', 'c'],
];
/** One has another title of the same length, one is gone, two are new. */
const after: Item[] = [
  [1, 'Eva', 'a'],
  [3, 'Das', 'c'],
  [4, 'Uil', 'd'],
  [5, 'Bever', 'e'],
];

/** Pages by address; all are reachable from home. */
function pagesOf(items: Item[], css: string): Map<string, string> {
  const link = (address: string) => `<a href="${address}">`;
  const page = (address: string, rest: string) =>
    `<html><link href="/_astro/app.${css}.css" data-path="${address}">${rest}</html>`;
  const itemPages = items.map(([number, title, letter]): [string, string] => {
    const address = `/foto/item-${number}`;
    return [address, page(address, `${title}${pictures(letter).map(link).join('')}${link('/')}`)];
  });
  const links = itemPages.map(([address]) => link(address)).join('');
  const shown = (address: string, rest = links): [string, string] => [address, page(address, rest)];
  return new Map([
    ...itemPages,
    // Pages with pages below them: in a folder they can't share a name.
    shown('/', ['/kaart', '/mediabibliotheek', '/rss.xml', '/over'].map(link).join('') + links),
    shown('/kaart', ['/kaart/185', '/kaart/185/460'].map(link).join('')),
    shown('/kaart/185'),
    shown('/kaart/185/460'),
    shown(
      '/mediabibliotheek',
      link('/mediabibliotheek/archief/1') + link('/bibliotheek/1/zoek/0.json'),
    ),
    shown('/mediabibliotheek/archief/1'),
    shown('/over', link('/soort/vulpes-vulpes')),
    shown('/soort/vulpes-vulpes', ''),
    shown('/404', ''),
    ['/bibliotheek/1/zoek/0.json', JSON.stringify(items)],
    ['/rss.xml', `<rss>${links}</rss>`],
    ['/sitemap.xml', `<urlset>${itemPages.length}</urlset>`],
    ['/robots.txt', 'User-agent: *'],
    ['/manifest.webmanifest', '{}'],
    ['/icon.png', 'png'],
    ['/.well-known/tdmrep.json', '[]'],
  ]);
}

function writeSite(folder: string, items: Item[], css: string): SiteFile[] {
  const at = (address: string) => path.join(folder, css, nameOf(address, 'file'));
  const write = (address: string, text: string) => {
    const file = at(address);
    mkdirSync(path.dirname(file), { recursive: true });
    for (const suffix of formsOf(file)) {
      const forms = { '': text, '.br': brotliCompressSync(text), '.gz': gzipSync(text) };
      writeFileSync(file + suffix, forms[suffix]);
    }
    return file;
  };
  const pages = [...pagesOf(items, css)].map(([address, text]): SiteFile => {
    return { address, key: `of ${address}`, hash: sha256(text), file: write(address, text) };
  });
  const style = `/_astro/app.${css}.css`;
  const media = items.flatMap(([, , letter]) => pictures(letter));
  return [
    ...pages,
    { address: style, key: '', hash: '', file: write(style, `body{--of:${css}}`) },
    ...media.map((address): SiteFile => ({ address, key: '', hash: '', file: null })),
  ];
}

export type SentWorld = ReturnType<typeof createSentWorld>;

/** Two versions of a site, and its pictures. */
export function createSentWorld() {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-site-'));
  /** Names of downloaded pictures, in order. */
  const fetched: string[] = [];
  const version = (revision: number): SiteVersion => ({ epoch: 'e1', revision, moment: revision });
  return {
    before: { version: version(1), files: writeSite(folder, before, 'a') },
    after: { version: version(2), files: writeSite(folder, after, 'b') },
    fetched,
    fetchMedia: async (name: string, into: string) => {
      fetched.push(name);
      writeFileSync(into, `picture ${name}`);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Sends a version like the job. */
export async function send(
  target: Target,
  { fetchMedia }: Pick<SentWorld, 'fetchMedia'>,
  { version, files }: BuiltVersion,
  now = Date.now,
) {
  const found = await findSite(target, version);
  return sendSite(target, found, files, { now, fetchMedia });
}

/** Expected content of every name. */
function expectedSite({ files }: BuiltVersion, { naming }: Target): Map<string, string> {
  const expected = new Map<string, string>();
  for (const { address, file } of files) {
    const name = nameOf(address, naming);
    if (file === null) expected.set(name, `picture ${name}`);
    else
      for (const suffix of naming === 'file' ? formsOf(file) : [''])
        expected.set(name + suffix, readFileSync(file + suffix, 'latin1'));
  }
  return expected;
}

/** Text that a web server answers with, or null. */
export async function ask({ target, read }: TargetBench, address: string): Promise<string | null> {
  return read(nameOf(address, target.naming));
}

const linksOf = (text: string | null) =>
  [...(text ?? '').matchAll(/href="(\/[^"]*)"/g)].map(([, address = '']) => address);

/** Missing pictures and styles of any page at the target, also of pages that are not linked. */
async function missingFiles(bench: TargetBench): Promise<string[]> {
  const names = await bench.names();
  const there = new Set(names);
  const texts = await Promise.all(
    names.filter((name) => !/\.(?:br|gz)$/.test(name)).map(bench.read),
  );
  const asked = texts.flatMap(linksOf).filter((address) => /^\/(?:media|_astro)\//.test(address));
  return asked.filter((address) => !there.has(address.slice(1)));
}

/** Walks the site from home; returns broken references. */
export async function deadEnds(bench: TargetBench): Promise<string[]> {
  const dead = await missingFiles(bench);
  const seen = new Set(['/']);
  const queue = [...seen];
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const text = await ask(bench, address);
    if (text === null) dead.push(address);
    for (const next of linksOf(text)) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return dead;
}

/** Expects exactly this version, and retired assets of the other. */
export async function isSite(bench: TargetBench, version: BuiltVersion, retired: string[] = []) {
  const expected = expectedSite(version, bench.target);
  const names = (await bench.names()).filter((name) => name !== RECORD);
  expect(names).toEqual([...expected.keys(), ...retired].sort());
  for (const [name, text] of expected) expect([name, await bench.read(name)]).toEqual([name, text]);
  expect(await deadEnds(bench)).toEqual([]);
}

/** Assets of the first version, which stay when the second is sent. */
export const retiredOf = ({ target }: TargetBench) =>
  (target.naming === 'file' ? ['', '.br', '.gz'] : ['']).map((end) => `_astro/app.a.css${end}`);

const CUT = 'the line was cut';

/** Before a step does anything, or halfway. */
type Cut = 'before' | 'halfway';

/** A target that dies at a step; all later steps fail, too. */
function cutAt({ target, plant }: TargetBench, step: number, cut: Cut) {
  let steps = 0;
  const counted =
    <T>(
      work: (some: readonly T[], more: Record<string, string>) => Promise<void>,
      half: (some: readonly T[]) => Promise<void>,
    ) =>
    async (some: readonly T[], more: Record<string, string> = {}) => {
      const own = steps++;
      if (own < step) return work(some, more);
      if (own === step && cut === 'halfway') {
        await work(some.slice(0, some.length / 2), more);
        await half(some.slice(some.length / 2));
      }
      throw new Error(CUT);
    };
  // A cut file is incomplete in a folder; a bucket has it whole or not at all.
  const leaveHalf: Parameters<typeof counted<{ name: string; file: string }>>[1] = async ([
    first,
  ]) => {
    if (first && target.naming === 'file')
      await plant(first.name, readFileSync(first.file, 'latin1').slice(0, 4));
  };
  return {
    ...target,
    put: counted(target.put, leaveHalf),
    remove: counted<string>(target.remove, async () => undefined),
    steps: () => steps,
  };
}

/** Tests of a target; a send is cut at each step in these ways. */
export function describeTarget(
  title: string,
  openBench: () => Promise<TargetBench>,
  cuts: readonly Cut[],
): void {
  describe(title, () => {
    let world: SentWorld;
    let first: TargetBench | undefined;
    let bench: TargetBench;
    /** A target with the first version. */
    const openSent = async () => {
      if (first?.copy) return first.copy();
      const opened = await openBench();
      await send(opened.target, world, world.before);
      return opened;
    };
    beforeAll(async () => {
      world = createSentWorld();
      first = await openSent();
    });
    afterAll(async () => {
      await first?.close();
      world?.remove();
    });
    beforeEach(async () => {
      bench = await openSent();
      return () => bench.close();
    });
    it('holds the whole site, and only what changed is put the next time', async () => {
      await isSite(bench, world.before);
      const again = await send(bench.target, world, world.before);
      expect(again).toEqual({ put: 0, removed: 0, bytes: 0 });
      world.fetched.length = 0;
      const next = await send(bench.target, world, world.after);
      await isSite(bench, world.after, retiredOf(bench));
      const old = expectedSite(world.before, bench.target);
      const now = expectedSite(world.after, bench.target);
      expect(next.put).toBe([...now].filter(([name, text]) => old.get(name) !== text).length);
      const fresh = ['d', 'e'].flatMap(pictures).map((address) => address.slice(1));
      expect(world.fetched.sort()).toEqual(fresh.sort());
    });

    it('tells what stands there, for who builds the next version', async () => {
      const { known } = await findSite(bench.target, world.after.version);
      const pages = world.before.files.filter(({ hash }) => hash !== '');
      expect(known).toEqual(
        new Map(pages.map(({ address, key, hash }) => [address, { key, hash }])),
      );
      await bench.target.remove([nameOf('/over', bench.target.naming)]);
      const after = await findSite(bench.target, world.after.version);
      expect(after.known.has('/over')).toBe(false);
    });

    it('sends everything when the record is damaged, and takes away what is not of the site', async () => {
      const end = bench.target.naming === 'file' ? '.html' : '';
      const strays = ['kaart/20/390', 'foto/weg-1', 'categorie/weg', 'soort/weg', 'reeks/weg-1'];
      const pages = [...strays, 'mediabibliotheek/archief/99'].map((name) => name + end);
      const left = [
        ...pages,
        'retired-9999.txt',
        `media/${hashOf('f')}/960.jpg`,
        'bibliotheek/1/zoek/9.json',
      ];
      for (const name of left) await bench.plant(name, 'left over');
      // An incomplete picture, and a page of equal size with other bytes.
      const [picture = ''] = pictures('a');
      await bench.plant(picture.slice(1), 'pict');
      await bench.plant(RECORD, '{"format":1,"pages":');
      await send(bench.target, world, world.after);
      await isSite(bench, world.after, retiredOf(bench));
    });

    it('leaves alone what others keep beside the site', async () => {
      const foreign = ['google1234.html', '.git/HEAD', '.well-known/acme-challenge/token'].concat([
        'foto/notes.txt',
        'media/logo.png',
        'weblog/index.html',
      ]);
      for (const name of foreign) await bench.plant(name, 'theirs');
      await send(bench.target, world, world.after);
      await bench.plant(RECORD, 'damaged');
      await send(bench.target, world, world.after);
      const names = new Set(await bench.names());
      expect(foreign.filter((name) => !names.has(name))).toEqual([]);
    });

    it('refuses an older version, and touches nothing', async () => {
      await send(bench.target, world, world.after);
      const names = await bench.names();
      await expect(send(bench.target, world, world.before)).rejects.toThrow('newer version');
      const earlier = { ...world.before, version: { ...world.after.version, moment: 1 } };
      await expect(send(bench.target, world, earlier)).rejects.toThrow('newer version');
      expect(await bench.names()).toEqual(names);
      const restored = { ...world.before, version: { epoch: 'e2', revision: 1, moment: 1 } };
      await send(bench.target, world, restored);
      expect(await ask(bench, '/foto/item-2')).toContain('Vos');
      expect(await ask(bench, '/foto/item-4')).toBeNull();
    });

    it('stops when another build has begun meanwhile', async () => {
      const found = await findSite(bench.target, world.before.version);
      let calls = 0;
      const slow: Target = {
        ...bench.target,
        put: async (files, headers) => {
          await bench.target.put(files, headers);
          if (calls++ === 0) await send(bench.target, world, world.after);
        },
      };
      const retitled = world.before.files.map((file) =>
        file.address === '/over' ? { ...file, hash: 'other' } : file,
      );
      const tools = { now: Date.now, fetchMedia: world.fetchMedia };
      await expect(sendSite(slow, found, retitled, tools)).rejects.toThrow('Another build');
      await isSite(bench, world.after, retiredOf(bench));
    });

    it('is a whole site wherever a send is cut off, and the next one ends it', async () => {
      const counting = cutAt(bench, Number.POSITIVE_INFINITY, 'before');
      await send(counting, world, world.after);
      const total = counting.steps();
      expect(total).toBeGreaterThan(6);
      for (let step = 0; step < total; step++)
        for (const cut of cuts) {
          await bench.close();
          bench = await openSent();
          const dying = cutAt(bench, step, cut);
          await expect(send(dying, world, world.after)).rejects.toThrow(CUT);
          expect([step, cut, await deadEnds(bench)]).toEqual([step, cut, []]);
          expect(await ask(bench, '/foto/item-3')).not.toBeNull();
          // The new items are removed again: nothing of them stays.
          const back = { ...world.before, version: { ...world.after.version, moment: 3 } };
          if (step % 2 === 0) await send(bench.target, world, back);
          const ended = step % 2 === 0 ? back : world.after;
          if (step % 2 === 1) await send(bench.target, world, world.after);
          await hasOnly(ended);
        }
    });

    /** Expects this version, and at most assets of the other one. */
    async function hasOnly(version: BuiltVersion) {
      const isOther = (name: string) => name.startsWith('_astro/') && !expected.has(name);
      const expected = expectedSite(version, bench.target);
      const others = (await bench.names()).filter(isOther);
      await isSite(bench, version, others);
    }
  });
}
