import { mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NO_FACTS } from '@veldlicht/contract/file-facts';
import { finaliseAnswer } from '@veldlicht/contract/upload';
import { files, jobs } from '@veldlicht/database/schema';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench } from '#testing/job-bench.ts';
import { noImages } from '#testing/no-images.ts';
import { CAMERA_EXIF, landscape, withOrientation } from '#testing/test-pictures.ts';
import { type FailureReason, type ImageProcess, ImageProcessError } from './image-process.ts';
import { abandonInspectJob } from './inspect-job.ts';

let bench: JobBench;
let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await landscape(1300, 900).withExif(CAMERA_EXIF).jpeg().toBuffer();
});

const inspect = (bytes: Buffer | string) => bench.inspect(bytes);

/** Replaces the second half, keeping the size. */
function spoil(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x5a, bytes.length >> 1));
}

describe('with the real image process', () => {
  beforeAll(async () => {
    bench = await createJobBench();
  });
  afterAll(() => bench.close());
  beforeEach(() => {
    bench.deps.db.delete(files).run();
    bench.deps.db.delete(jobs).run();
  });

  it('stores the original under its hash and returns its facts', async () => {
    const hash = hashOf(jpeg);
    const job = await inspect(jpeg);
    expect(job.state).toBe('done');
    expect(finaliseAnswer.parse(job.result)).toEqual({
      objectPath: `/media/${hash}/960.jpg`,
      type: 'photo',
      width: 1300,
      height: 900,
      facts: {
        ...NO_FACTS,
        date: '2024-05-04',
        time: '23:30:00',
        location: '52.131200, 5.860400',
        description: 'Bosuil in de schemering',
      },
    });
    expect(bench.fileRows()).toMatchObject([
      { hash, extension: 'jpg', bytes: jpeg.length, processing: 'working', createdAt: 1000 },
    ]);
    expect(bench.tree()).toEqual([
      `originals/${hash}.jpg`,
      `renditions/${hash}`,
      `renditions/${hash}/960.jpg`,
    ]);
    expect(bench.claim('renditions').subject).toBe(hash);
  });

  it('answers from the row when the same bytes are uploaded again, and drops the upload', async () => {
    const first = await inspect(jpeg);
    const before = bench.tree();
    const again = await inspect(jpeg);
    expect(again).toMatchObject({ state: 'done', result: first.result });
    expect(bench.tree()).toEqual(before);
    expect(bench.fileRows()).toHaveLength(1);
  });

  it.each<[string, (file: string) => void, string]>([
    ['a lost rendition', (file) => rmSync(file), '960.jpg'],
    ['a cut rendition', (file) => truncateSync(file, 9), '480.avif'],
    ['a rendition with other bytes', (file) => spoil(file), '960.avif'],
    ['a lost original', (file) => rmSync(file), 'original'],
  ])('repairs %s when the same bytes are uploaded again', async (_, damage, name) => {
    const hash = hashOf(jpeg);
    const { fileRows, tree, render } = bench;
    const { renditions, originals } = bench.deps.folder;
    await inspect(jpeg);
    await render();
    const before = tree();
    const rendition = name === '960.jpg' ? name : bench.nameNow(name);
    const file =
      name === 'original'
        ? path.join(originals, `${hash}.jpg`)
        : path.join(renditions, hash, rendition);
    const bytes = readFileSync(file);
    damage(file);
    expect((await inspect(jpeg)).state).toBe('done');
    // It stays published in the meantime.
    expect(fileRows()).toMatchObject([{ processing: 'ready' }]);
    await render();
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(tree()).toEqual(before);
  });

  it('hashes the file when the upload has no hash', async () => {
    const other = withOrientation(jpeg, 1);
    const job = await bench.inspect(other, false);
    expect(job.result).toMatchObject({ objectPath: `/media/${hashOf(other)}/960.jpg` });
  });

  it('processes a failed file again', async () => {
    await inspect(jpeg);
    bench.deps.db.update(files).set({ processing: 'failed', processingError: 'x' }).run();
    bench.deps.db.delete(jobs).run();
    expect(await inspect(jpeg)).toMatchObject({ state: 'done' });
    expect(bench.fileRows()).toMatchObject([{ processing: 'working', processingError: null }]);
  });

  it('continues after a cut behind moving the original', async () => {
    const key = bench.upload(jpeg);
    const { incoming, originals } = bench.deps.folder;
    renameSync(path.join(incoming, key), path.join(originals, `${hashOf(jpeg)}.jpg`));
    expect(await bench.runInspect(bench.take('inspect', key))).toMatchObject({ state: 'done' });
    expect(bench.fileRows()).toHaveLength(1);
  });

  it('refuses with a reason, also a missing upload, and leaves no file', async () => {
    const before = bench.tree();
    const job = await inspect(jpeg.subarray(0, Math.floor(jpeg.length * 0.6)));
    expect(job).toMatchObject({ state: 'failed', result: { code: 'unreadable_file' } });
    expect(job.error).toMatch(/^file_damaged$/);
    expect(await inspect('<svg/>')).toMatchObject({ result: { code: 'unsupported_type' } });
    const gone = await bench.runInspect(bench.take('inspect', 'f'.repeat(32)));
    expect(gone).toMatchObject({ state: 'failed', result: { code: 'upload_missing' } });
    expect(bench.fileRows()).toEqual([]);
    expect(bench.tree()).toEqual(before);
  });
});

describe('when the image process fails', () => {
  let fault: Error | null;
  const failing: ImageProcess = {
    ...noImages,
    inspect: () => Promise.reject(fault),
    render: () => Promise.reject(fault),
  };
  const failWith = (reason: FailureReason) => {
    fault = new ImageProcessError(reason, 'test');
  };
  beforeEach(async () => {
    bench = await createJobBench(failing);
  });
  afterEach(() => bench.close());

  it.each([
    ['timeout', 'reading_too_long'],
    ['memory', 'reading_takes_too_much_memory'],
    ['crashed', 'reading_failed'],
  ] as const)('retries after %s, then refuses and cleans up', async (reason, error) => {
    failWith(reason);
    expect(await inspect(jpeg)).toMatchObject({ state: 'waiting', attempts: 1 });
    // An incomplete rendition of the killed process.
    const folder = path.join(bench.deps.folder.renditions, hashOf(jpeg));
    mkdirSync(folder);
    writeFileSync(path.join(folder, '960.jpg'), '');
    const ended = await bench.runInspect(bench.claim('inspect'));
    expect(ended).toMatchObject({ state: 'failed', error, result: { code: 'unreadable_file' } });
    expect(bench.tree()).toEqual([]);
    expect(bench.fileRows()).toEqual([]);
  });

  it('does not count a shutdown as an attempt', async () => {
    failWith('stopped');
    const job = await inspect(jpeg);
    expect(job).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(bench.tree()).toHaveLength(1);
  });

  it('cleans up after a job that was abandoned', async () => {
    const job = bench.take('inspect', bench.upload(jpeg));
    await abandonInspectJob(bench.deps, job);
    expect(bench.job(job.id)).toMatchObject({
      state: 'failed',
      result: { code: 'unreadable_file' },
    });
    expect(bench.tree()).toEqual([]);
  });

  it('keeps a known file when another upload of it is unreadable', async () => {
    failWith('crashed');
    const hash = hashOf(jpeg);
    const kept = path.join(bench.deps.folder.originals, `${hash}.jpg`);
    writeFileSync(kept, jpeg);
    const row = { hash, type: 'photo', extension: 'jpg', bytes: 1, width: 1, height: 1 } as const;
    bench.deps.db
      .insert(files)
      .values({ ...row, processing: 'failed', createdAt: 0 })
      .run();
    const job = bench.take('inspect', bench.upload(jpeg));
    await bench.runInspect({ ...job, attempts: 2 });
    expect(bench.tree()).toEqual([`originals/${hash}.jpg`]);
    expect(bench.fileRow(hash)).toBeDefined();
  });
});
