/** Database, data folder and image process, for tests of the image jobs. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { claimJob, enqueueJob, getJob, type Job, type JobKind } from '@veldlicht/database/jobs';
import { files, mediaRows, uploads, users } from '@veldlicht/database/schema';
import { openStorage } from '@veldlicht/database/storage/storage';
import { createTestDatabase } from '@veldlicht/database/testing';
import { eq } from 'drizzle-orm';
import { afterAll } from 'vitest';
import { chooseRoom } from '#renditions/decoder-room.ts';
import { type ImageProcess, startImageProcess } from '#renditions/image-process.ts';
import { runInspectJob } from '#renditions/inspect-job.ts';
import type { JobDeps } from '#renditions/job-deps.ts';
import { runRenditionJob } from '#renditions/rendition-job.ts';
import { wordingBy } from '#renditions/rights-packet.ts';
import { silentLog } from './image-bench.ts';
import { quarters } from './test-pictures.ts';

export type JobBench = Awaited<ReturnType<typeof createJobBench>>;

export function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** One image process for all tests of a file, stopped after the last one. */
export function shareImages(nodeOptions: string[] = []): ImageProcess {
  const images = startImageProcess({ log: silentLog, nodeOptions });
  afterAll(images.stop);
  return { ...images, stop: async () => {} };
}

/** `images`: a shared process or a fake; by default a process of its own. */
export async function createJobBench(images?: ImageProcess) {
  const test = await createTestDatabase();
  const folder = dataFolder(path.join(test.folder, 'data'));
  const shelves = [folder.incoming, folder.originals, folder.renditions];
  for (const shelf of shelves) mkdirSync(shelf, { recursive: true });
  const process =
    images ?? startImageProcess({ log: silentLog, room: chooseRoom(folder, silentLog) });
  const deps: JobDeps = {
    db: test.db,
    folder,
    storage: openStorage({ kind: 'disk' }, folder),
    images: process,
    origin: 'https://veldlicht.example',
    now: () => 1000,
    rest: async () => {},
    log: silentLog,
  };
  const role = { role: 'admin' as const, passwordHash: '-', createdAt: 0 };
  test.db
    .insert(users)
    .values({ id: 'u', username: 'u', email: 'u@example.nl', ...role })
    .run();

  /** An upload as the API leaves it, by default with its hash. Returns its key. */
  const upload = (bytes: Buffer | string, isHashed = true) => {
    const key = randomBytes(16).toString('hex');
    writeFileSync(path.join(folder.incoming, key), bytes);
    const fileHash = isHashed ? hashOf(bytes) : null;
    const times = { createdAt: 0, expiresAt: 9e12 };
    test.db
      .insert(uploads)
      .values({ key, userId: 'u', state: 'received', fileHash, ...times })
      .run();
    return key;
  };
  const job = (id: number) => {
    const found = getJob(test.db, id);
    if (!found) throw new Error(`no job ${id}`);
    return found;
  };
  /** Claims the next job of a kind. */
  const claim = (kind: JobKind, now = 1000) => {
    const found = claimJob(test.db, [kind], now);
    if (!found) throw new Error(`no ${kind} job waits`);
    return found;
  };
  /** Enqueues a job and claims it. */
  const take = (kind: JobKind, subject: string) => {
    enqueueJob(test.db, { kind, subject, now: 1 });
    const taken = claim(kind);
    if (taken.subject !== subject) throw new Error('another job came first');
    return taken;
  };
  /** Runs an inspection; returns the job afterwards. */
  const runInspect = async (taken: Job) => {
    await runInspectJob(deps, taken);
    return job(taken.id);
  };
  /** Runs a rendering, by default the next one; returns the job afterwards. */
  const render = async (taken = claim('renditions')) => {
    await runRenditionJob(deps, taken);
    return job(taken.id);
  };

  /** A ready video with only this published file. Returns its hash. */
  const addVideo = (bytes: Buffer, facts: { width: number; height: number; duration: number }) => {
    const hash = hashOf(bytes);
    const place = path.join(folder.renditions, hash);
    mkdirSync(place);
    writeFileSync(path.join(place, 'video.mp4'), bytes);
    const { width, height } = facts;
    const video = { format: 'mp4' as const, name: 'video.mp4', width, height, bytes: bytes.length };
    const file = {
      hash,
      type: 'video',
      extension: 'mp4',
      bytes: bytes.length,
      createdAt: 0,
    } as const;
    test.db
      .insert(files)
      .values({ ...file, ...facts, processing: 'ready', renditions: [video] })
      .run();
    return hash;
  };

  return {
    deps,
    addVideo,
    upload,
    job,
    claim,
    take,
    runInspect,
    render,
    /** Uploads and inspects. */
    inspect: (bytes: Buffer | string, isHashed = true) =>
      runInspect(take('inspect', upload(bytes, isHashed))),
    addItem: (facts: { slug: string; fileHash: string; previousFileHash?: string }) =>
      test.db
        .insert(mediaRows)
        .values({
          id: facts.slug,
          type: 'photo',
          title: 'Item',
          locationPrivacy: 'exact',
          categoryId: 'fauna',
          createdAt: 0,
          updatedAt: 0,
          ...facts,
        })
        .run(),
    /** Writes small stills of an earlier ladder; returns their renditions. */
    oldLadder: async (hash: string) => {
      const place = path.join(folder.renditions, hash);
      mkdirSync(place);
      const picture = quarters(64, 48);
      writeFileSync(path.join(place, '480-2.avif'), await picture.avif().toBuffer());
      writeFileSync(path.join(place, '960.jpg'), await picture.jpeg().toBuffer());
      const size = { width: 64, height: 48, bytes: 4 };
      return [
        { format: 'avif' as const, name: '480-2.avif', ...size },
        { format: 'jpg' as const, name: '960.jpg', ...size },
      ];
    },
    /** Current name of a still without rights of its own, such as '960.avif'. */
    nameNow: (name: string) =>
      name.replace('.', `-${wordingBy(test.db, deps.origin)({ hash: '', facts: {} }).edition}.`),
    fileRows: () => test.db.select().from(files).all(),
    fileRow: (hash: string) => test.db.select().from(files).where(eq(files.hash, hash)).get(),
    /** Every file below incoming/, originals/ and renditions/, relative. */
    tree: () =>
      shelves
        .flatMap((shelf) =>
          readdirSync(shelf, { recursive: true, withFileTypes: true }).map((entry) =>
            path.relative(folder.root, path.join(entry.parentPath, entry.name)),
          ),
        )
        .sort(),
    close: async () => {
      await deps.images.stop();
      test.remove();
    },
  };
}
