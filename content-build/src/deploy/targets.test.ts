import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
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
import { isOurName, MARK } from './deploy-target.ts';
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

  it('gets its home page last of all when it is new', async () => {
    const target = bench.open();
    const order: string[] = [];
    const put: typeof target.put = async (file, local) => {
      await target.put(file, local);
      order.push(file.name);
    };
    await deploy({ ...target, put }, world.before);
    expect(order.at(-1)).toBe('index.html');
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
    const at = (name: string) => path.join(root, ...name.split('/'));
    const plant = (name: string) => {
      mkdirSync(path.dirname(at(name)), { recursive: true });
      writeFileSync(at(name), 'x');
    };
    const half = 'index.html.veldlicht-tmp';
    const foreign = [
      ...['google1234.html', '.htaccess', '.git/HEAD', '.well-known/acme-challenge/token'],
      ...['foto/notes.txt', 'media/logo.png', 'kaart/.stfolder', 'weblog/index.html'],
    ];
    for (const name of foreign) plant(name);
    await deploy(inPlaceTarget(folderStore(root)), world.before);
    await deploy(inPlaceTarget(folderStore(root)), world.after);
    for (const name of [half, MARK]) plant(name);
    await deploy(inPlaceTarget(folderStore(root)), world.before);
    expect(foreign.filter((name) => !existsSync(at(name)))).toEqual([]);
    expect([half, MARK].filter((name) => existsSync(at(name)))).toEqual([]);
  });

  it('knows every page of the site for its own', async () => {
    const { naming } = bench.open();
    const names = (await world.before.files(bench.open())).map(({ name }) => name);
    const others = names.filter((name) => !isOurName(name, naming)).sort();
    expect(others).toEqual(['.well-known/tdmrep.json', 'icon.png']);
  });
});
