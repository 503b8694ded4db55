/** Jobs while the storage fails. What a bucket itself must do is in the suites of the storage port. */
import { jobs, uploads } from '@veldlicht/database/schema';
import type { Storage } from '@veldlicht/database/storage/storage';
import { StorageError, TooLargeError } from '@veldlicht/database/storage/storage-error';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench } from '#testing/job-bench.ts';
import { landscape } from '#testing/test-pictures.ts';
import { runInspectJob } from './inspect-job.ts';
import { STORAGE_REST_MS } from './job-deps.ts';
import { runRenditionJob } from './rendition-job.ts';

let bench: JobBench;
let whole: Storage;
let jpeg: Buffer;
beforeEach(async () => {
  bench = await createJobBench();
  whole = bench.deps.storage;
  jpeg = await landscape(1300, 900).jpeg().toBuffer();
});
afterEach(() => bench.close());

const failing = (error: Error) => () => Promise.reject(error);
const down = new StorageError('the storage answered 503');
const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });

/** Has the jobs meet a storage of which some calls fail. */
function storageWith(faults: Partial<Storage> = {}): void {
  bench.deps.storage = { ...whole, ...faults };
}
async function inspect(key: string) {
  const job = bench.take('inspect', key);
  await runInspectJob(bench.deps, job);
  return bench.job(job.id);
}
function takeRenditions() {
  bench.deps.db.delete(jobs).run();
  return bench.take('renditions', hashOf(jpeg));
}

it.each<[string, Partial<Storage>, string]>([
  ['can not be reached', { borrow: failing(down) }, 'storage_failed'],
  ['can not be fetched for want of room (F7)', { borrow: failing(full) }, 'disk_full'],
  ['can not be moved', { keep: failing(down) }, 'storage_failed'],
])('keeps an upload that %s, and reads it later', async (_what, faults, code) => {
  const key = bench.upload(jpeg);
  storageWith(faults);
  expect(await inspect(key)).toMatchObject({ state: 'failed', result: { code } });
  expect(bench.tree()).toEqual([`incoming/${key}`]);
  storageWith();
  expect(await inspect(key)).toMatchObject({ state: 'done' });
});

it('leaves nothing of an upload that is too large', async () => {
  storageWith({ borrow: failing(new TooLargeError('more than 250 MB')) });
  const refused = { state: 'failed', result: { code: 'file_too_large' } };
  expect(await inspect(bench.upload(jpeg))).toMatchObject(refused);
  expect(bench.tree()).toEqual([]);
});

it('goes by the bytes that are there, not by those of an earlier try', async () => {
  const borrow: Storage['borrow'] = async (name) => {
    const borrowed = await whole.borrow(name);
    // As of a bucket, where another upload may have taken the place of the first.
    return borrowed && { ...borrowed, hash: hashOf(jpeg), version: '"x"' };
  };
  storageWith({ borrow });
  const key = bench.upload(jpeg);
  const earlier = { fileHash: 'f'.repeat(32) };
  bench.deps.db.update(uploads).set(earlier).run();
  expect(await inspect(key)).toMatchObject({ state: 'done' });
  expect(bench.deps.db.select().from(uploads).get()?.fileHash).toBe(hashOf(jpeg));
});

it('drops a refused upload by a job when the storage does not answer', async () => {
  const key = bench.upload('<svg/>');
  storageWith({ remove: failing(down) });
  expect(await inspect(key)).toMatchObject({ result: { code: 'unsupported_type' } });
  const asked = bench.deps.db.select().from(jobs).all();
  expect(asked).toMatchObject([{}, { kind: 'remove', subject: `incoming/${key}` }]);
});

it('lets renditions rest while the storage does not answer, and does not count it', async () => {
  await inspect(bench.upload(jpeg));
  storageWith({ borrow: failing(down) });
  const job = takeRenditions();
  await runRenditionJob(bench.deps, job);
  expect(bench.job(job.id)).toMatchObject({
    state: 'waiting',
    attempts: 0,
    runAt: 1000 + STORAGE_REST_MS,
  });
  expect(bench.fileRows()).toMatchObject([{ processing: 'working' }]);
});

it('says that a file failed whose original is gone', async () => {
  await inspect(bench.upload(jpeg));
  await whole.remove(`originals/${hashOf(jpeg)}.jpg`);
  await runRenditionJob(bench.deps, { ...takeRenditions(), attempts: 2 });
  expect(bench.fileRows()).toMatchObject([{ processing: 'failed' }]);
});
