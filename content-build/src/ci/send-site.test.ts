import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createSentWorld,
  describeTarget,
  type SentWorld,
  send,
  type TargetBench,
} from '#testing/sent-site.ts';
import type { Naming } from '../publish/address-name.ts';
import type { Target } from './rclone.ts';
import { isOurName } from './target-record.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A target in memory: fast enough to cut a send at every step. */
function memoryBench(
  naming: Naming = 'address',
  held: ReadonlyMap<string, string> = new Map(),
): TargetBench {
  const files = new Map(held);
  const read = async (name: string) => files.get(name) ?? null;
  return {
    target: {
      naming,
      read,
      list: async () => [...files.keys()],
      put: async (some) => {
        for (const { name, file } of some) files.set(name, readFileSync(file, 'latin1'));
      },
      remove: async (names) => {
        for (const name of names) files.delete(name);
      },
    },
    read,
    names: async () => [...files.keys()].sort(),
    plant: async (name, text) => void files.set(name, text),
    copy: async () => memoryBench(naming, files),
    close: async () => undefined,
  };
}

describeTarget('a bucket', async () => memoryBench(), ['before', 'halfway']);
describeTarget('a folder', async () => memoryBench('file'), ['before', 'halfway']);

describe('a target', () => {
  let world: SentWorld;
  let bench: TargetBench;
  beforeAll(() => {
    world = createSentWorld();
  });
  beforeEach(() => {
    bench = memoryBench();
  });
  afterAll(() => world.remove());

  it('keeps retired assets for thirty days', async () => {
    await send(bench.target, world, world.before, () => 0);
    await send(bench.target, world, world.after, () => DAY);
    await send(bench.target, world, world.after, () => 30 * DAY);
    expect(await bench.names()).toContain('_astro/app.a.css');
    await send(bench.target, world, world.after, () => 31 * DAY);
    expect(await bench.names()).not.toContain('_astro/app.a.css');
  });

  it('gets its home page after all other new pages', async () => {
    const order: string[] = [];
    const put: Target['put'] = async (files, headers) => {
      await bench.target.put(files, headers);
      order.push(...files.map(({ name }) => name));
    };
    await send({ ...bench.target, put }, world, world.before);
    const pages = order.filter((name) => name !== '.veldlicht/record.json');
    expect(pages.at(-1)).toBe('index.html');
    expect(pages[0]).toMatch(/^(?:_astro|media)\//);
  });

  it('gets pictures in batches, and only the last batch again after a cut', async () => {
    const media = Array.from({ length: 700 }, (_, i) => ({
      address: `/media/${i.toString(16).padStart(32, '0')}/960.jpg`,
      key: '',
      hash: '',
      file: null,
    }));
    const many = { ...world.before, files: [...world.before.files, ...media] };
    let calls = 0;
    const put: Target['put'] = async (files, headers) => {
      await bench.target.put(files, headers);
      if (files.some(({ name }) => name.startsWith('media/')) && ++calls === 2)
        throw new Error('cut');
    };
    await expect(send({ ...bench.target, put }, world, many)).rejects.toThrow('cut');
    const sent = world.fetched.length;
    world.fetched.length = 0;
    await send(bench.target, world, many);
    expect(sent + world.fetched.length).toBeLessThan(media.length + 400);
    expect((await bench.names()).filter((name) => name.startsWith('media/'))).toHaveLength(706);
  });

  it('is refused when it holds originals', async () => {
    await bench.plant(`originals/${'a'.repeat(32)}.jpg`, 'private');
    const before = await bench.names();
    await expect(send(bench.target, world, world.before)).rejects.toThrow('never made public');
    expect(await bench.names()).toEqual(before);
  });

  it('loses leftovers of a cut-off copy', async () => {
    const halves = ['index.html.veldlicht-tmp', 'foto/item-9.0badcafe.partial'];
    for (const name of halves) await bench.plant(name, 'x');
    await send(bench.target, world, world.before);
    expect((await bench.names()).filter((name) => halves.includes(name))).toEqual([]);
  });

  it('is recognised by its names, except those that only the record knows', async () => {
    await send(bench.target, world, world.before);
    const others = (await bench.names()).filter((name) => !isOurName(name, 'address'));
    expect(others).toEqual(['.well-known/tdmrep.json', 'icon.png']);
  });
});
