import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeployWorld, type DeployWorld, deploy } from '#testing/deploy-world.ts';
import { folderBench } from '#testing/folder-bench.ts';
import { describeOrder, describeTarget } from '#testing/target-suite.ts';
import { MARK } from './deploy-target.ts';
import { folderStore, inPlaceTarget } from './in-place-target.ts';
import { localTarget } from './local-target.ts';

const temporary = () => mkdtempSync(path.join(tmpdir(), 'veldlicht-target-'));

const openFolder = async () => {
  const root = temporary();
  return folderBench(root, root, () => inPlaceTarget(folderStore(root)));
};
const openReleases = async () => {
  const root = temporary();
  return folderBench(root, path.join(root, 'current'), () => localTarget(root));
};
describeTarget('a folder', openFolder);
describeOrder('a folder', openFolder, 4);
describeTarget('releases and a link', openReleases);
describeOrder('releases and a link', openReleases, 4);

let world: DeployWorld;
beforeAll(async () => {
  world = await createDeployWorld();
});
afterAll(() => world.remove());

it('leaves alone what others keep in the folder, and clears its own half-copied files away', async () => {
  const root = temporary();
  writeFileSync(path.join(root, 'google1234.html'), 'proof');
  await deploy(inPlaceTarget(folderStore(root)), world.before);
  writeFileSync(path.join(root, `index.html.veldlicht-tmp`), 'half');
  writeFileSync(path.join(root, MARK), 'somebody');
  await deploy(inPlaceTarget(folderStore(root)), world.after);
  expect(existsSync(path.join(root, 'index.html.veldlicht-tmp'))).toBe(false);
  expect(existsSync(path.join(root, 'google1234.html'))).toBe(true);
  expect(existsSync(path.join(root, MARK))).toBe(false);
});
