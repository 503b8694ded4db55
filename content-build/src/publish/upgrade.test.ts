/** This version publishes what the oldest supported one left, and goes back to what that one had shown. */
import { readdirSync } from 'node:fs';
import { dataFolder } from '@veldlicht/database/data-folder';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { fillSupportedFolder, RECORDED } from '@veldlicht/database/testing/supported-folder';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { placesOf } from '../testing/release-tree.ts';
import { plainSite } from '../testing/world.ts';
import { createPublisher } from './publish.ts';
import { readState } from './publish-state.ts';
import { rollBack } from './rollback.ts';

const origin = 'http://localhost:4321';
let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase(fillSupportedFolder);
});
afterEach(() => test.remove());

it('publishes it, and goes back to a version of then', async () => {
  const folder = dataFolder(test.folder);
  let clock = RECORDED + 60_000;
  const deps = { db: test.db, folder, site: plainSite(), origin, now: () => clock++ };
  const { publish } = createPublisher(deps);
  const release = await publish();
  expect(release?.id).toMatch(/^r\d+-/);
  const find = (word: string) => placesOf(folder, word);
  for (const word of ['Ree in de mist', 'Otter', 'Beekje', 'Een ochtend', 'Langs de beek'])
    expect(find(word), word).not.toEqual([]);
  for (const word of [
    'Concept',
    'Gepland',
    'Met positie',
    'Niet verwerkt',
    'In de prullenbak',
    'Weggegooid',
    '52.2,',
  ])
    expect(find(word), word).toEqual([]);
  expect(readState(test.db)).toMatchObject({ releaseId: release?.id, error: null });
  expect(readdirSync(folder.publicMedia).length).toBeGreaterThan(5);
  const back = await rollBack(deps, 'r42-176876b7');
  expect(back).toMatch(/^r42-/);
  expect(find('Ree in de mist')).not.toEqual([]);
  // Of later, and of the trash.
  for (const word of ['Langs de beek', 'In de prullenbak']) expect(find(word), word).toEqual([]);
});
