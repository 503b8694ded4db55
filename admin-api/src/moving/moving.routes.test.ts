/** Routes to move out and in: ZIP files, the plan, the result, and bad files. */
import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import {
  EXPORT_PATH,
  IMPORT_FILE_PATH,
  IMPORT_PATH,
  importPlan,
  importState,
  published,
} from '@veldlicht/contract/moving';
import { mediaRows } from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useLibrary } from '#testing/library.ts';
import { addOriginal, work, zipped } from '#testing/moving-bench.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ limits: { minFreeBytes: 0, freeBytes: async () => free } }, 'admin');
const { create } = useLibrary(t);
let free = 1e9;
let stopWork: () => void;
beforeEach(() => {
  free = 1e9;
  stopWork = work(t);
});
afterEach(() => stopWork());

const library = () =>
  zipped({
    'flickr/items.csv':
      'source,sourceId,file,visibility,keywords\nflickr,1,a.jpg,public,Mist; Oehoe\n',
    'flickr/a.jpg': JSON.stringify({ title: 'Ree' }),
    '__MACOSX/flickr/._a.jpg': 'x',
  });
const upload = (body: Buffer) =>
  t.request(`${IMPORT_FILE_PATH}?name=flickr.zip`, { method: 'PUT', cookie: t.cookie, body });
const get = (address: string) => t.request(address, { cookie: t.cookie });
const state = () => readAnswer(importState, get(IMPORT_PATH));
async function ended() {
  await expect.poll(state).toMatchObject({ running: null });
  return state();
}

describe('a ZIP file', () => {
  it('is planned, taken in and published, and then removed from the disk', async () => {
    seedSpecies(t.db);
    expect(await state()).toMatchObject({ name: null, result: [], waiting: 0 });
    expect(await readAnswer(importState, upload(await library()))).toMatchObject({
      name: 'flickr.zip',
    });
    const plan = await readAnswer(importPlan, get(`${IMPORT_PATH}/plan`));
    expect(plan).toMatchObject({ faults: [], withoutCategory: 1, newTags: ['Mist'] });
    const choice = { category: 'fauna', makeTags: true };
    expect((await t.send('POST', IMPORT_PATH, choice)).status).toBe(202);
    expect(await ended()).toMatchObject({
      name: null,
      result: ['import_done?n=1'],
      waiting: 1,
    });
    expect(readdirSync(t.folder.root)).not.toContain('imports');
    const told = await readAnswer(published, t.send('POST', `${IMPORT_PATH}/publish`));
    expect(told).toEqual({ published: 1 });
    expect(t.rows(mediaRows)).toMatchObject([{ title: 'Ree', status: 'published' }]);
  });

  it('stays after failures, to be taken in again with a category or removed', async () => {
    await upload(await library());
    const removed = t.send('DELETE', IMPORT_PATH);
    expect(await readAnswer(importState, removed)).toMatchObject({ name: null });
    await upload(await library());
    await t.send('POST', IMPORT_PATH, {});
    expect(await ended()).toMatchObject({
      name: 'flickr.zip',
      result: ['import_done?n=0', 'import_file?file=a.jpg&why=required_fields'],
    });
    await t.send('POST', IMPORT_PATH, { category: 'fauna' });
    expect(await ended()).toMatchObject({ result: ['import_done?n=1'] });
  });

  it('is refused with a reason, and leaves nothing', async () => {
    const climbing = Buffer.from(
      (await zipped({ 'xx/a.jpg': 'x' })).toString('latin1').replaceAll('xx/', '../'),
      'latin1',
    );
    const whole = await library();
    const cases: [Buffer, object][] = [
      [Buffer.from('geen zip'), { status: 400, reason: 'zip_unreadable' }],
      [whole.subarray(0, whole.length - 30), { status: 400, reason: 'zip_unreadable' }],
      [climbing, { status: 400, reason: 'zip_unreadable' }],
      [await zipped({ 'lees.txt': 'x' }), { status: 400, reason: 'import_nothing' }],
    ];
    for (const [bytes, expected] of cases)
      expect(await refusal(upload(bytes))).toMatchObject(expected);
    free = 5000;
    expect(await refusal(upload(await zipped({ 'a.bin': '0'.repeat(1_000_000) })))).toMatchObject({
      code: 'disk_full',
    });
    expect(readdirSync(t.folder.root)).not.toContain('imports');
    expect(await state()).toMatchObject({ name: null, running: null });
    expect((await refusal(t.send('POST', `${IMPORT_PATH}/plan`))).status).toBe(404);
  });
});

it('ends an export whose reader disconnects, and closes its files', async () => {
  const title = 'x'.repeat(3_000_000);
  for (const n of [1, 2, 3]) await create({ imageUrl: addOriginal(t, { title: n + title }) });
  const { body } = await get(EXPORT_PATH);
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await setTimeout(100);
  const open = readdirSync('/proc/self/fd').length;
  for (let n = 0; n < 5; n++) {
    const again = (await get(EXPORT_PATH)).body?.getReader();
    await again?.read();
    await again?.cancel();
  }
  await expect.poll(() => readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(open);
});
