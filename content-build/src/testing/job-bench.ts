/** Database, data folder and image process together, for tests of the image jobs. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DataFolder, dataFolder } from '@veldlicht/database/data-folder';
import { claimJob, enqueueJob, getJob, type Job, type JobKind } from '@veldlicht/database/jobs';
import { files, uploads, users } from '@veldlicht/database/schema';
import { openStorage, type Storage } from '@veldlicht/database/storage/storage';
import { createTestDatabase } from '@veldlicht/database/testing';
import { chooseRoom } from '#renditions/decoder-room.ts';
import { type ImageProcess, startImageProcess } from '#renditions/image-process.ts';
import type { JobDeps } from '#renditions/job-deps.ts';
import { silentLog } from './image-bench.ts';

export interface JobBench {
  deps: JobDeps;
  /** An upload as the API leaves it; the hash is left out when `isHashed` is false. Returns its key. */
  upload: (bytes: Buffer | string, isHashed?: boolean) => string;
  /** Asks for a job and takes it. */
  take: (kind: JobKind, subject: string) => Job;
  job: (id: number) => Job;
  fileRows: () => (typeof files.$inferSelect)[];
  /** Every file below incoming/, originals/ and renditions/, relative. */
  tree: () => string[];
  close: () => Promise<void>;
}

export function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

interface BenchOptions {
  /** A stand-in that fails; left out, the real process is started. */
  images?: ImageProcess;
  /** Left out, files stand on the disk. */
  storage?: (folder: DataFolder) => Storage;
}

export async function createJobBench(options: BenchOptions = {}): Promise<JobBench> {
  const test = await createTestDatabase();
  const folder = dataFolder(path.join(test.folder, 'data'));
  for (const name of [folder.incoming, folder.originals, folder.renditions])
    mkdirSync(name, { recursive: true });
  const working =
    options.images ?? startImageProcess({ log: silentLog, room: chooseRoom(folder, silentLog) });
  const storage = options.storage?.(folder) ?? openStorage({ kind: 'disk' }, folder);
  const now = () => 1000;
  const deps: JobDeps = { db: test.db, folder, storage, images: working, now, log: silentLog };
  const role = { role: 'admin' as const, passwordHash: '-', createdAt: 0 };
  test.db
    .insert(users)
    .values({ id: 'u', username: 'u', email: 'u@example.nl', ...role })
    .run();

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
  const take = (kind: JobKind, subject: string) => {
    enqueueJob(test.db, { kind, subject, now: 1 });
    const job = claimJob(test.db, [kind], 1000);
    if (job?.subject !== subject) throw new Error('another job came first');
    return job;
  };
  const job = (id: number) => {
    const found = getJob(test.db, id);
    if (!found) throw new Error(`no job ${id}`);
    return found;
  };
  const tree = () =>
    [folder.incoming, folder.originals, folder.renditions]
      .flatMap((top) =>
        readdirSync(top, { recursive: true, withFileTypes: true }).map((entry) =>
          path.relative(folder.root, path.join(entry.parentPath, entry.name)),
        ),
      )
      .sort();
  const close = async () => {
    await working.stop();
    test.remove();
  };
  return {
    deps,
    upload,
    take,
    job,
    fileRows: () => test.db.select().from(files).all(),
    tree,
    close,
  };
}
