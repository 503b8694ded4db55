/** What every target must do; each has a file of its own that says how it is looked at. */
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORD } from '../deploy/deploy-record.ts';
import type { DeployTarget } from '../deploy/deploy-target.ts';
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

/** `cuts`: at how many of its steps a deploy is cut off. */
export function describeTarget(title: string, openBench: () => Promise<TargetBench>, cuts: number) {
  describe(`target: ${title}`, () => {
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

    const ask = async (address: string) => {
      for (const name of namesOf(address, bench.open().naming)) {
        const text = await bench.read(name);
        if (text !== null) return text;
      }
      return null;
    };
    const isSite = async (version: DeployWorld['before'], retired: string[] = []) => {
      const expected = await expectedSite(version, bench.open());
      const names = (await bench.names()).filter((name) => !name.startsWith('.veldlicht/'));
      expect(names).toEqual([...expected.keys(), ...retired].sort());
      for (const [name, text] of expected)
        expect([name, await bench.read(name)]).toEqual([name, text]);
    };
    /** Client files of the version before, which open tabs may still ask for. */
    const retired = () =>
      bench.open().hasVariants
        ? ['', '.br', '.gz'].map((suffix) => `_astro/app.a.css${suffix}`)
        : ['_astro/app.a.css'];

    it('holds the whole site, and only what changed is put the next time', async () => {
      await deploy(bench.open(), world.before);
      await isSite(world.before);
      expect(await deadEnds(ask)).toEqual([]);
      const again = await deploy(bench.open(), world.before);
      expect(again).toEqual({ put: 0, removed: 0, bytes: 0 });
      world.fetched.length = 0;
      const next = await deploy(bench.open(), world.after);
      const fetched = [...world.fetched];
      await isSite(world.after, retired());
      const [old, now] = [
        await expectedSite(world.before, bench.open()),
        await expectedSite(world.after, bench.open()),
      ];
      expect(next.put).toBe([...now].filter(([name, text]) => old.get(name) !== text).length);
      const known = new Set(world.before.items.flatMap(mediaOf));
      expect(fetched.length).toBeGreaterThan(0);
      expect(fetched.filter((name) => known.has(name))).toEqual([]);
    });

    it('keeps pages, and no picture, of what was removed', async () => {
      await bench.clear();
      await deploy(bench.open(), world.before);
      await deploy(bench.open(), world.after);
      const names = await bench.names();
      expect(names.filter((name) => name.includes('item-0002'))).toEqual([]);
      const kept = new Set(world.after.items.flatMap(mediaOf));
      expect(names.filter((name) => name.startsWith('media/') && !kept.has(name))).toEqual([]);
    });

    it('leaves client files to open tabs for a week', async () => {
      await bench.clear();
      const day = 24 * 60 * 60 * 1000;
      await deploy(bench.open(), world.before, () => 0);
      await deploy(bench.open(), world.after, () => day);
      await deploy(bench.open(), world.after, () => 7 * day);
      expect(await bench.names()).toContain('_astro/app.a.css');
      await deploy(bench.open(), world.after, () => 8 * day);
      expect(await bench.names()).not.toContain('_astro/app.a.css');
    });

    it('is a whole site wherever a deploy is cut off, and the next one ends it', async () => {
      await bench.clear();
      await deploy(bench.open(), world.before);
      const counting = cutAt(bench.open(), Number.POSITIVE_INFINITY);
      await deploy(counting, world.after);
      const total = counting.steps();
      expect(total).toBeGreaterThan(20);
      const every = Math.max(1, total / cuts);
      for (let next = 0; next < total; next += every) {
        const step = Math.floor(next);
        await bench.clear();
        await deploy(bench.open(), world.before);
        await expect(deploy(cutAt(bench.open(), step), world.after)).rejects.toThrow(
          'the line was cut',
        );
        expect([step, await deadEnds(ask)]).toEqual([step, []]);
        for (const item of world.before.items.filter(({ title }) => title === 'Item 3'))
          expect(await ask(item.path)).toContain('Item 3');
        await deploy(bench.open(), world.after);
        await isSite(world.after, retired());
      }
    });

    it('finds out what is there when the record is lost or damaged', async () => {
      await bench.clear();
      await deploy(bench.open(), world.before);
      await bench.plant(RECORD, '{"format":1,"files":');
      await bench.plant(`media/${'e'.repeat(32)}/960.jpg`, 'left over');
      await deploy(bench.open(), world.after);
      const names = await bench.names();
      expect(names).not.toContain(`media/${'e'.repeat(32)}/960.jpg`);
      expect(names.filter((name) => name.includes('item-0002'))).toEqual([]);
      expect(await deadEnds(ask)).toEqual([]);
    });

    it('stops when another deploy has begun meanwhile', async () => {
      await bench.clear();
      await deploy(bench.open(), world.before);
      const slow = bench.open();
      const held = {
        ...slow,
        finish: async (record: Parameters<DeployTarget['finish']>[0]) => {
          await deploy(bench.open(), world.after);
          await slow.finish(record);
        },
      };
      await expect(deploy(held, world.before)).rejects.toThrow(/another deploy|can't|ended with/i);
      expect(await deadEnds(ask)).toEqual([]);
      await deploy(bench.open(), world.after);
      expect(await deadEnds(ask)).toEqual([]);
      expect(await ask('/foto/item-0006')).toContain('Item 6');
    });
  });
}
