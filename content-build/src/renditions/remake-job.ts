/** The `remake` job: has files made again whose stills are of an earlier edition (decision 058). */
import { editionIn, LADDER_GENERATION } from '@veldlicht/contract/ladder';
import { enqueueJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { files } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { type FileRow, type JobDeps, originalOf } from './job-deps.ts';

/** What stills are made in now. */
export const EDITION = String(LADDER_GENERATION);

function isOutdated({ renditions }: FileRow): boolean {
  const avif = renditions.find(({ format }) => format === 'avif');
  return avif !== undefined && editionIn(avif.name) !== EDITION;
}

/** Looks at each ready file. Visitors keep the old stills until the new ones are there. */
export async function runRemakeJob(deps: JobDeps, job: Job): Promise<void> {
  const { db, storage, now, log } = deps;
  const outdated: string[] = [];
  for (const row of db.select().from(files).where(eq(files.processing, 'ready')).all())
    if (isOutdated(row) && (await storage.size(originalOf(row).name)) !== null)
      outdated.push(row.hash);
  db.transaction((tx) => {
    for (const subject of outdated)
      enqueueJob(tx, { kind: 'renditions', subject, priority: -1, now: now() });
    finishJob(tx, job.id, null, now());
  });
  log.info({ files: outdated.length }, 'stored pictures to be made again');
}
