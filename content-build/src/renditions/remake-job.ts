/** The `remake` job: finds stored AVIFs that must not be published any more, and has them made again (decision 044). */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { avifVersion } from '@veldlicht/contract/ladder';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { enqueueJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { files } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import type { JobDeps } from './job-deps.ts';
import { findForbiddenMetadataInFile } from './verify-clean.ts';

type FileRow = Pick<typeof files.$inferSelect, 'hash' | 'renditions'>;

/** One that is missing is nothing to keep from the public. */
async function isRefused(file: string): Promise<boolean> {
  return findForbiddenMetadataInFile(file).then(
    (found) => found.length > 0,
    () => false,
  );
}

/** The version of a file's AVIFs, or the next one when there are some that must not be published. */
export async function wantedVersion(
  { renditions }: Pick<DataFolder, 'renditions'>,
  row: FileRow,
): Promise<number> {
  const version = Math.max(1, ...row.renditions.map(({ name }) => avifVersion(name)));
  const folder = path.join(renditions, row.hash);
  const names = await readdir(folder).catch(() => []);
  const avifs = names.filter((name) => name.endsWith('.avif') && avifVersion(name) === version);
  const refused = await Promise.all(avifs.map((name) => isRefused(path.join(folder, name))));
  return refused.includes(true) ? version + 1 : version;
}

/** Looks at the smallest AVIF of each ready file. Visitors keep the old ones until the new ones are there. */
export async function runRemakeJob({ db, folder, now, log }: JobDeps, job: Job): Promise<void> {
  const refused: string[] = [];
  const ready = db.select().from(files).where(eq(files.processing, 'ready')).all();
  for (const { hash, renditions } of ready) {
    const smallest = renditions.find(({ format }) => format === 'avif');
    if (smallest && (await isRefused(path.join(folder.renditions, hash, smallest.name))))
      refused.push(hash);
  }
  db.transaction((tx) => {
    for (const subject of refused)
      enqueueJob(tx, { kind: 'renditions', subject, priority: -1, now: now() });
    finishJob(tx, job.id, null, now());
  });
  log.info({ files: refused.length }, 'stored pictures to be made again');
}
