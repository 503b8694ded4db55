/** Scripts of earlier builds stay for open pages. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { usePublishWorld } from '../testing/publish-world.ts';
import { plainSite } from '../testing/world.ts';

const DAY = 24 * 3_600_000;
const world = usePublishWorld({ startsAt: Date.now() });

it('keeps the scripts of the last build for a month', async () => {
  const assetsFolder = path.join(world.folder.root, 'site');
  mkdirSync(assetsFolder);
  const buildOf = (letter: string) => {
    writeFileSync(path.join(assetsFolder, `${letter}.js`), letter);
    return { ...plainSite(letter.repeat(64)), assetsFolder, assets: [`${letter}.js`] };
  };
  const isPlaced = (letter: string) =>
    existsSync(path.join(world.folder.publicSite, '_astro', `${letter}.js`));
  await world.publisher({ site: buildOf('a') }).publish();
  const next = world.publisher({ site: buildOf('b') });
  await next.publish();
  await next.sweep();
  expect([isPlaced('a'), isPlaced('b')]).toEqual([true, true]);
  world.clock += 31 * DAY;
  await next.sweep();
  expect([isPlaced('a'), isPlaced('b')]).toEqual([false, true]);
});
