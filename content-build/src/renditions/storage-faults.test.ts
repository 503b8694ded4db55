/** Jobs while the storage or the disk fails. Storages have their own suites. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { jobs, uploads } from '@veldlicht/database/schema';
import type { Storage } from '@veldlicht/database/storage/storage';
import { StorageError, TooLargeError } from '@veldlicht/database/storage/storage-error';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench, shareImages } from '#testing/job-bench.ts';
import { landscape } from '#testing/test-pictures.ts';
import { STORAGE_REST_MS } from './job-deps.ts';

/** While this file exists, the image process cannot write. */
const full = path.join(process.env.TMPDIR ?? '/tmp', `veldlicht-full-${process.pid}`);
const module = pathToFileURL(path.join(import.meta.dirname, '../testing/full-disk.ts'));
module.searchParams.set('while', full);
const images = shareImages(['--import', module.href]);
let bench: JobBench;
let whole: Storage;
let jpeg: Buffer;
beforeEach(async () => {
  bench = await createJobBench(images);
  whole = bench.deps.storage;
  jpeg = await landscape(1300, 900).jpeg().toBuffer();
});
afterEach(async () => {
  rmSync(full, { force: true });
  await bench.close();
});

const failing = (error: Error) => () => Promise.reject(error);
const down = new StorageError('the storage answered 503');
const noRoom = Object.assign(new Error('no space'), { code: 'ENOSPC' });

/** Replaces calls of the storage by failing ones. */
function storageWith(faults: Partial<Storage> = {}): void {
  bench.deps.storage = { ...whole, ...faults };
}
const inspect = (key: string) => bench.runInspect(bench.take('inspect', key));
/** Given back: the attempt does not count. */
const RESTING = { state: 'waiting', attempts: 0, runAt: 1000 + STORAGE_REST_MS };

it.each<[string, () => void, string]>([
  ['cannot be reached', () => storageWith({ borrow: failing(down) }), 'storage_failed'],
  ['finds no room here (F7)', () => storageWith({ borrow: failing(noRoom) }), 'disk_full'],
  ['has no room for renditions (F7)', () => writeFileSync(full, ''), 'disk_full'],
  ['cannot be moved', () => storageWith({ keep: failing(down) }), 'storage_failed'],
])('keeps an upload that %s, and inspects it later', async (_what, fail, code) => {
  const key = bench.upload(jpeg);
  fail();
  expect(await inspect(key)).toMatchObject({ state: 'failed', result: { code } });
  expect(bench.tree()).toEqual([`incoming/${key}`]);
  expect(bench.fileRows()).toEqual([]);
  storageWith();
  rmSync(full, { force: true });
  expect(await inspect(key)).toMatchObject({ state: 'done' });
});

it.each<[string, () => void]>([
  ['the storage does not answer', () => storageWith({ borrow: failing(down) })],
  ['the disk is full (F7)', () => writeFileSync(full, '')],
])('delays renditions while %s, and makes them later', async (_what, fail) => {
  await bench.inspect(jpeg);
  fail();
  expect(await bench.render()).toMatchObject(RESTING);
  expect(bench.fileRows()).toMatchObject([{ processing: 'working' }]);
  storageWith();
  rmSync(full, { force: true });
  await bench.render(bench.claim('renditions', 1000 + STORAGE_REST_MS));
  expect(bench.fileRows()).toMatchObject([{ processing: 'ready' }]);
});

it('removes an upload that is too large', async () => {
  storageWith({ borrow: failing(new TooLargeError('more than 250 MB')) });
  const refused = { state: 'failed', result: { code: 'file_too_large' } };
  expect(await bench.inspect(jpeg)).toMatchObject(refused);
  expect(bench.tree()).toEqual([]);
});

it('hashes the present bytes, not those of an earlier attempt', async () => {
  const borrow: Storage['borrow'] = async (name) => {
    const borrowed = await whole.borrow(name);
    // As in a bucket, where another upload may have replaced the first.
    return borrowed && { ...borrowed, hash: hashOf(jpeg) };
  };
  storageWith({ borrow });
  const key = bench.upload(jpeg);
  const earlier = { fileHash: 'f'.repeat(32) };
  bench.deps.db.update(uploads).set(earlier).run();
  expect(await inspect(key)).toMatchObject({ state: 'done' });
  expect(bench.deps.db.select().from(uploads).get()?.fileHash).toBe(hashOf(jpeg));
});

it('enqueues the removal of a refused upload when the storage does not answer', async () => {
  const key = bench.upload('<svg/>');
  storageWith({ remove: failing(down) });
  expect(await inspect(key)).toMatchObject({ result: { code: 'unsupported_type' } });
  const asked = bench.deps.db.select().from(jobs).all();
  expect(asked).toMatchObject([{}, { kind: 'remove', subject: `incoming/${key}` }]);
});
