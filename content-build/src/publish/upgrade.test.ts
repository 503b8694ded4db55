/** Publishes a data folder of the oldest supported version. */
import { readdirSync } from 'node:fs';
import { dataFolder } from '@veldlicht/database/data-folder';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { fillSupportedFolder, RECORDED } from '@veldlicht/database/testing/supported-folder';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { markTouched } from '../routes/routes.ts';
import { placesOf } from '../testing/site-tree.ts';
import { plainSite } from '../testing/world.ts';
import { openProjection } from './projection.ts';
import { createPublisher } from './publish.ts';
import { readState } from './publish-state.ts';

const origin = 'http://localhost:4321';
let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase(fillSupportedFolder);
});
afterEach(() => test.remove());

it('publishes it, without private content', async () => {
  const folder = dataFolder(test.folder);
  let clock = RECORDED + 60_000;
  const projection = openProjection(folder, origin, markTouched);
  const deps = { db: test.db, folder, site: plainSite(), projection, now: () => clock++ };
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
});
