import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { finaliseAnswer } from '@veldlicht/contract/upload';
import { files, jobs, uploads } from '@veldlicht/database/schema';
import { defaultPatience } from '@veldlicht/database/storage/bucket-call';
import { openStorage } from '@veldlicht/database/storage/storage';
import { type BucketDouble, startBucketDouble } from '@veldlicht/database/testing/bucket-double';
import { bucketSettings } from '@veldlicht/database/testing/open-bucket';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench } from '#testing/job-bench.ts';
import { landscape } from '#testing/test-pictures.ts';
import { runInspectJob } from './inspect-job.ts';
import { STORAGE_REST_MS } from './job-deps.ts';
import { runRenditionJob } from './rendition-job.ts';

let double: BucketDouble;
let bench: JobBench;
let jpeg: Buffer;
let hash: string;
beforeEach(async () => {
  double = await startBucketDouble(() => 1000);
  const patience = { ...defaultPatience, waitsMs: [1] };
  const settings = bucketSettings(double.variables);
  bench = await createJobBench({
    storage: (folder) => openStorage(settings, folder, { now: () => 1000, patience }),
  });
  jpeg = await landscape(1300, 900).jpeg().toBuffer();
  hash = hashOf(jpeg);
});
afterEach(async () => {
  await bench.close();
  await double.close();
});

/** An upload as a browser and the API leave it; answers its key. */
async function upload(content: Buffer | number): Promise<string> {
  const key = randomBytes(16).toString('hex');
  await double.place(`incoming/${key}`, content);
  const times = { createdAt: 0, expiresAt: 9e12 };
  bench.deps.db
    .insert(uploads)
    .values({ key, userId: 'u', state: 'received', ...times })
    .run();
  return key;
}
async function inspect(key: string) {
  const job = bench.take('inspect', key);
  await runInspectJob(bench.deps, job);
  return bench.job(job.id);
}
const takeRenditions = () => {
  bench.deps.db.delete(jobs).run();
  return bench.take('renditions', hash);
};
const working = () => {
  const { working: folder } = bench.deps.folder;
  return existsSync(folder) ? readdirSync(folder) : [];
};
const stored = (name: string) => readFileSync(double.fileOf(name) ?? '');
const down = () => {
  double.fault = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
};

it('takes a picture from the bucket to its renditions, and fetches it once', async () => {
  const job = await inspect(await upload(jpeg));
  expect(job.state).toBe('done');
  expect(finaliseAnswer.parse(job.result).objectPath).toBe(`/media/${hash}/960.jpg`);
  expect(bench.fileRows()).toMatchObject([{ hash, bytes: jpeg.length, processing: 'working' }]);
  expect(double.names()).toEqual([`originals/${hash}.jpg`]);
  expect(stored(`originals/${hash}.jpg`).equals(jpeg)).toBe(true);
  expect(working()).toEqual([`${hash}.jpg`]);
  await runRenditionJob(bench.deps, takeRenditions());
  expect(bench.fileRows()).toMatchObject([{ processing: 'ready' }]);
  expect(double.calls.filter((call) => call.startsWith('GET'))).toHaveLength(1);
  expect(working()).toEqual([]);
  expect(bench.tree().filter((name) => name.startsWith('originals'))).toEqual([]);
  expect(bench.tree()).toContain(`renditions/${hash}/960.avif`);
});

it('fetches the original again when the copy is gone', async () => {
  await inspect(await upload(jpeg));
  await bench.deps.storage.borrow(`originals/${hash}.jpg`).then((copy) => copy?.giveBack());
  await runRenditionJob(bench.deps, takeRenditions());
  expect(bench.fileRows()).toMatchObject([{ processing: 'ready' }]);
  expect(working()).toEqual([]);
});

it('stores the same bytes once and drops the second upload', async () => {
  await inspect(await upload(jpeg));
  expect(await inspect(await upload(jpeg))).toMatchObject({ state: 'done' });
  expect(double.names()).toEqual([`originals/${hash}.jpg`]);
  expect(working()).toEqual([`${hash}.jpg`]);
});

it('goes on where it was cut off after the original was moved', async () => {
  const key = await upload(jpeg);
  await inspect(key);
  bench.deps.db.delete(files).run();
  bench.deps.db.delete(jobs).run();
  expect(await inspect(key)).toMatchObject({ state: 'done' });
  expect(bench.fileRows()).toHaveLength(1);
});

it('goes by the bytes that are there, not by those of an earlier try', async () => {
  const key = await upload(jpeg);
  bench.deps.db
    .update(uploads)
    .set({ fileHash: 'f'.repeat(32) })
    .run();
  expect(await inspect(key)).toMatchObject({ state: 'done' });
  expect(bench.deps.db.select().from(uploads).get()?.fileHash).toBe(hash);
});

it.each([
  ['a text', Buffer.from('<svg/>'), 'unsupported_type'],
  ['half a picture', null, 'unreadable_file'],
  ['one byte too many', MAX_FILE_BYTES + 1, 'file_too_large'],
])('leaves nothing of %s, in the bucket or here', async (_what, content, code) => {
  const key = await upload(content ?? jpeg.subarray(0, jpeg.length * 0.6));
  expect(await inspect(key)).toMatchObject({ state: 'failed', result: { code } });
  expect(double.names()).toEqual([]);
  expect(working()).toEqual([]);
  expect(bench.tree()).toEqual([]);
});

it('keeps an upload that it could not read, and reads it when the bucket answers', async () => {
  const key = await upload(jpeg);
  down();
  expect(await inspect(key)).toMatchObject({ state: 'failed', result: { code: 'storage_failed' } });
  double.fault = null;
  expect(double.names()).toEqual([`incoming/${key}`]);
  expect(await inspect(key)).toMatchObject({ state: 'done' });
});

it('keeps an upload that this machine has no room for (F7)', async () => {
  const key = await upload(jpeg);
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const storage = { ...bench.deps.storage, borrow: () => Promise.reject(full) };
  const job = bench.take('inspect', key);
  await runInspectJob({ ...bench.deps, storage }, job);
  expect(bench.job(job.id)).toMatchObject({ state: 'failed', result: { code: 'disk_full' } });
  expect(double.names()).toEqual([`incoming/${key}`]);
  expect(await inspect(key)).toMatchObject({ state: 'done' });
});

it('keeps an upload whose copy failed, and leaves no rendition of it', async () => {
  const key = await upload(jpeg);
  double.fault = (request, response) => {
    if (!request.headers['x-amz-copy-source']) return false;
    response.writeHead(503).end();
    return true;
  };
  expect(await inspect(key)).toMatchObject({ state: 'failed', result: { code: 'storage_failed' } });
  expect(bench.tree()).toEqual([]);
  expect(working()).toEqual([]);
  double.fault = null;
  expect(await inspect(key)).toMatchObject({ state: 'done' });
});

it('stores what it read when other bytes came meanwhile', async () => {
  const other = await landscape(800, 600).jpeg().toBuffer();
  const key = await upload(jpeg);
  let isReplaced = false;
  double.fault = async (request) => {
    if (isReplaced || !request.headers['x-amz-copy-source']) return false;
    isReplaced = true;
    await double.place(`incoming/${key}`, other);
    return false;
  };
  expect(await inspect(key)).toMatchObject({ state: 'done' });
  expect(double.refusals).toEqual(['PreconditionFailed']);
  expect(double.names()).toEqual([`originals/${hash}.jpg`]);
  expect(stored(`originals/${hash}.jpg`).equals(jpeg)).toBe(true);
});

it('drops a refused upload by a job when the bucket does not answer', async () => {
  const key = await upload(Buffer.from('<svg/>'));
  double.fault = (request, response) => {
    if (request.method !== 'DELETE') return false;
    response.writeHead(503).end();
    return true;
  };
  expect(await inspect(key)).toMatchObject({ result: { code: 'unsupported_type' } });
  const asked = bench.deps.db.select().from(jobs).all();
  expect(asked).toMatchObject([{}, { kind: 'remove', subject: `incoming/${key}` }]);
});

it('lets renditions rest while the bucket does not answer, and does not count it', async () => {
  await inspect(await upload(jpeg));
  await bench.deps.storage.borrow(`originals/${hash}.jpg`).then((copy) => copy?.giveBack());
  down();
  const job = takeRenditions();
  await runRenditionJob(bench.deps, job);
  expect(bench.job(job.id)).toMatchObject({
    state: 'waiting',
    attempts: 0,
    runAt: 1000 + STORAGE_REST_MS,
  });
  expect(bench.fileRows()).toMatchObject([{ processing: 'working' }]);
});

it('says that a file failed whose original is gone from the bucket', async () => {
  await inspect(await upload(jpeg));
  await bench.deps.storage.remove(`originals/${hash}.jpg`);
  const job = takeRenditions();
  await runRenditionJob(bench.deps, { ...job, attempts: 2 });
  expect(bench.fileRows()).toMatchObject([{ processing: 'failed' }]);
});
