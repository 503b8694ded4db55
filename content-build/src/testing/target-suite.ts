/** What every target must do; each has a file of its own that says how it is looked at. */
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeployTarget } from '../deploy/deploy-target.ts';
import { RECORD } from '../deploy/deploy-target.ts';
import {
  createDeployWorld,
  type DeployWorld,
  deadEnds,
  deploy,
  expectedSite,
} from './deploy-world.ts';

export interface TargetBench {
  /** The target as a new process opens it. */
  open: () => DeployTarget;
  /** What a name holds for visitors, or null. */
  read: (name: string) => Promise<string | null>;
  /** All that visitors can reach, sorted. */
  names: () => Promise<string[]>;
  /** Puts something in the way of visitors, past the target. */
  plant: (name: string, text: string) => Promise<void>;
  /** Takes all away. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
}

/** The names under which an address may stand, in the order a web server looks. */
function namesOf(address: string, naming: DeployTarget['naming']): string[] {
  if (address === '/') return ['index.html'];
  const name = address.slice(1);
  return naming === 'file' ? [name, `${name}.html`] : [name];
}

/** The target, dying at one of its steps: that one and all later ones fail. */
export function cutAt(target: DeployTarget, step: number): DeployTarget & { steps: () => number } {
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

const mediaOf = ({ sources, video }: PublicItem) =>
  [...sources, ...(video ? [video] : [])].map(({ url }) => url.slice(1));

interface Suite {
  world: DeployWorld;
  bench: TargetBench;
  /** The text that visitors get at an address, or null. */
  ask: (address: string) => Promise<string | null>;
  /** Expects exactly this version, beside client files that were retired. */
  isSite: (version: DeployWorld['before'], retired?: string[]) => Promise<void>;
  /** Client files of the version before, which open tabs may still ask for. */
  retired: () => string[];
}

function openSuite(openBench: () => Promise<TargetBench>): Suite {
  let world: DeployWorld;
  let bench: TargetBench;
  beforeAll(async () => {
    world = await createDeployWorld();
    bench = await openBench();
  });
  afterAll(async () => {
    await bench?.close();
    world?.remove();
  });
  return {
    get world() {
      return world;
    },
    get bench() {
      return bench;
    },
    ask: async (address) => {
      for (const name of namesOf(address, bench.open().naming)) {
        const text = await bench.read(name);
        if (text !== null) return text;
      }
      return null;
    },
    isSite: async (version, retired = []) => {
      const expected = await expectedSite(version, bench.open());
      const names = (await bench.names()).filter((name) => !name.startsWith('.veldlicht/'));
      expect(names).toEqual([...expected.keys(), ...retired].sort());
      for (const [name, text] of expected)
        expect([name, await bench.read(name)]).toEqual([name, text]);
    },
    retired: () =>
      bench.open().hasVariants
        ? ['', '.br', '.gz'].map((suffix) => `_astro/app.a.css${suffix}`)
        : ['_astro/app.a.css'],
  };
}

/** What every target must do. */
export function describeTarget(title: string, openBench: () => Promise<TargetBench>): void {
  describe(`target: ${title}`, () => {
    const suite = openSuite(openBench);

    it('holds the whole site, and only what changed is put the next time', async () => {
      await deploy(suite.bench.open(), suite.world.before);
      await suite.isSite(suite.world.before);
      expect(await deadEnds(suite.ask)).toEqual([]);
      const again = await deploy(suite.bench.open(), suite.world.before);
      expect(again).toEqual({ put: 0, removed: 0, bytes: 0 });
      suite.world.fetched.length = 0;
      const next = await deploy(suite.bench.open(), suite.world.after);
      const fetched = [...suite.world.fetched];
      await suite.isSite(suite.world.after, suite.retired());
      const [old, now] = [
        await expectedSite(suite.world.before, suite.bench.open()),
        await expectedSite(suite.world.after, suite.bench.open()),
      ];
      expect(next.put).toBe([...now].filter(([name, text]) => old.get(name) !== text).length);
      const known = new Set(suite.world.before.items.flatMap(mediaOf));
      expect(fetched.length).toBeGreaterThan(0);
      expect(fetched.filter((name) => known.has(name))).toEqual([]);
    });
  });
}

/** What follows from the order and the record; `cuts`: at how many of its steps a deploy is cut off. */
export function describeOrder(
  title: string,
  openBench: () => Promise<TargetBench>,
  cuts: number,
): void {
  describe(`order: ${title}`, () => {
    const suite = openSuite(openBench);

    it('finds out what is there when the record is lost or damaged', async () => {
      await suite.bench.clear();
      await deploy(suite.bench.open(), suite.world.before);
      await suite.bench.plant(RECORD, '{"format":1,"files":');
      await suite.bench.plant(`media/${'e'.repeat(32)}/960.jpg`, 'left over');
      await deploy(suite.bench.open(), suite.world.after);
      const names = await suite.bench.names();
      expect(names).not.toContain(`media/${'e'.repeat(32)}/960.jpg`);
      expect(names.filter((name) => name.includes('item-0002'))).toEqual([]);
      expect(await deadEnds(suite.ask)).toEqual([]);
    });

    it('stops when another deploy has begun meanwhile', async () => {
      await suite.bench.clear();
      await deploy(suite.bench.open(), suite.world.before);
      const slow = suite.bench.open();
      const held = {
        ...slow,
        finish: async (record: Parameters<DeployTarget['finish']>[0]) => {
          await deploy(suite.bench.open(), suite.world.after);
          await slow.finish(record);
        },
      };
      await expect(deploy(held, suite.world.before)).rejects.toThrow(
        /another deploy|can't|ended with/i,
      );
      expect(await deadEnds(suite.ask)).toEqual([]);
      await deploy(suite.bench.open(), suite.world.after);
      expect(await deadEnds(suite.ask)).toEqual([]);
      expect(await suite.ask('/foto/item-0006')).toContain('Item 6');
    });

    it('keeps pages, and no picture, of what was removed', async () => {
      await suite.bench.clear();
      await deploy(suite.bench.open(), suite.world.before);
      await deploy(suite.bench.open(), suite.world.after);
      const names = await suite.bench.names();
      expect(names.filter((name) => name.includes('item-0002'))).toEqual([]);
      const kept = new Set(suite.world.after.items.flatMap(mediaOf));
      expect(names.filter((name) => name.startsWith('media/') && !kept.has(name))).toEqual([]);
    });

    it('leaves client files to open tabs for a week', async () => {
      await suite.bench.clear();
      const day = 24 * 60 * 60 * 1000;
      await deploy(suite.bench.open(), suite.world.before, () => 0);
      await deploy(suite.bench.open(), suite.world.after, () => day);
      await deploy(suite.bench.open(), suite.world.after, () => 7 * day);
      expect(await suite.bench.names()).toContain('_astro/app.a.css');
      await deploy(suite.bench.open(), suite.world.after, () => 8 * day);
      expect(await suite.bench.names()).not.toContain('_astro/app.a.css');
    });

    it('is a whole site wherever a deploy is cut off, and the next one ends it', async () => {
      await suite.bench.clear();
      await deploy(suite.bench.open(), suite.world.before);
      const counting = cutAt(suite.bench.open(), Number.POSITIVE_INFINITY);
      await deploy(counting, suite.world.after);
      const total = counting.steps();
      expect(total).toBeGreaterThan(20);
      const every = Math.max(1, total / cuts);
      for (let next = 0; next < total; next += every) {
        const step = Math.floor(next);
        await suite.bench.clear();
        await deploy(suite.bench.open(), suite.world.before);
        await expect(deploy(cutAt(suite.bench.open(), step), suite.world.after)).rejects.toThrow(
          'the line was cut',
        );
        expect([step, await deadEnds(suite.ask)]).toEqual([step, []]);
        for (const item of suite.world.before.items.filter(({ title }) => title === 'Item 3'))
          expect(await suite.ask(item.path)).toContain('Item 3');
        await deploy(suite.bench.open(), suite.world.after);
        await suite.isSite(suite.world.after, suite.retired());
      }
    });

    it('leaves nothing of a deploy that was cut off when the next one wants something else', async () => {
      await suite.bench.clear();
      await deploy(suite.bench.open(), suite.world.before);
      await expect(deploy(cutAt(suite.bench.open(), 30), suite.world.after)).rejects.toThrow();
      await deploy(suite.bench.open(), suite.world.before);
      const content = (name: string) =>
        !name.startsWith('_astro/') && !name.startsWith('.veldlicht/');
      const expected = [...(await expectedSite(suite.world.before, suite.bench.open())).keys()];
      expect((await suite.bench.names()).filter(content)).toEqual(expected.filter(content).sort());
    });
  });
}
