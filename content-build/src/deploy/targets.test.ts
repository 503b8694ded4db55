import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createDeployWorld,
  type DeployWorld,
  deploy,
  describeTarget,
  folderBench,
  type TargetBench,
} from '#testing/deploy-world.ts';
import { MARK } from './deploy-target.ts';
import { type FileStore, folderStore, inPlaceTarget } from './in-place-target.ts';

const temporary = () => mkdtempSync(path.join(tmpdir(), 'veldlicht-target-'));

/** A store without a disk behind it: quick enough to cut a deploy off at every one of its steps. */
function memoryBench(): TargetBench {
  const files = new Map<string, string>();
  const store: FileStore = {
    naming: 'address',
    hasVariants: false,
    read: async (name) => files.get(name) ?? null,
    write: async (name, text) => void files.set(name, text),
    put: async ({ name }, local) => void files.set(name, readFileSync(local, 'latin1')),
    remove: async (name) => void files.delete(name),
    list: async function* () {
      yield* [...files.keys()];
    },
    inspect: async () => undefined,
  };
  return {
    open: () => inPlaceTarget(store),
    read: store.read,
    names: async () => [...files.keys()].sort(),
    plant: store.write,
    close: async () => undefined,
  };
}

describeTarget('a store that is changed in place', async () => memoryBench(), Infinity);
describeTarget(
  'a folder',
  async () => {
    const root = temporary();
    return folderBench(root, root, () => inPlaceTarget(folderStore(root)));
  },
  4,
);

describe('a target', () => {
  let world: DeployWorld;
  let bench: TargetBench;
  beforeAll(async () => {
    world = await createDeployWorld();
  });
  beforeEach(() => {
    bench = memoryBench();
  });
  afterAll(() => world.remove());

  it('keeps client files for open tabs for a week', async () => {
    const day = 24 * 60 * 60 * 1000;
    await deploy(bench.open(), world.before, () => 0);
    await deploy(bench.open(), world.after, () => day);
    await deploy(bench.open(), world.after, () => 7 * day);
    expect(await bench.names()).toContain('_astro/app.a.css');
    await deploy(bench.open(), world.after, () => 8 * day);
    expect(await bench.names()).not.toContain('_astro/app.a.css');
  });

  it('leaves nothing of a deploy that was cut off when the next one wants something else', async () => {
    await deploy(bench.open(), world.before);
    const before = await bench.names();
    const target = bench.open();
    const finish = () => Promise.reject(new Error('the line was cut'));
    await expect(deploy({ ...target, finish }, world.after)).rejects.toThrow('cut');
    await deploy(bench.open(), world.before);
    const names = await bench.names();
    expect(names.filter((name) => name !== '_astro/app.b.css')).toEqual(before);
  });

  it('leaves alone what others keep in a folder, and clears its own half-copied files away', async () => {
    const root = temporary();
    const half = path.join(root, 'index.html.veldlicht-tmp');
    writeFileSync(path.join(root, 'google1234.html'), 'proof');
    await deploy(inPlaceTarget(folderStore(root)), world.before);
    writeFileSync(half, 'half');
    writeFileSync(path.join(root, MARK), 'somebody');
    await deploy(inPlaceTarget(folderStore(root)), world.after);
    const left = [half, path.join(root, 'google1234.html'), path.join(root, MARK)].map(existsSync);
    expect(left).toEqual([false, true, false]);
  });
});
