/** Stands in for the worker: claims `inspect` jobs on a connection of its own and answers them. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { FinaliseAnswer, InspectRefusal } from '@veldlicht/contract/upload';
import { claimJob, failJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { openDatabase } from '@veldlicht/database/open';
import { watchDatabase } from '@veldlicht/database/watch';
import type { TestApp } from './test-app.ts';
import { addFile } from './test-content.ts';

type Verdict = FinaliseAnswer | { refuse: InspectRefusal | null; text: string };

export function photoAnswer(imageUrl: string): FinaliseAnswer {
  const facts = { date: null, location: '52.131200, 5.860400', description: null };
  return { objectPath: imageUrl, type: 'photo', width: 6000, height: 4000, facts };
}

/** `decide` gets the job; the default stores a photo. `jobs` lists what was worked on. */
export function startTestWorker(t: TestApp, decide?: (job: Job) => Verdict) {
  const db = openDatabase(t.file);
  const jobs: Job[] = [];
  const storePhoto = () => photoAnswer(addFile(db).imageUrl);
  const work = () => {
    const job = claimJob(db, ['inspect'], Number.MAX_SAFE_INTEGER);
    if (!job) return;
    jobs.push(job);
    const verdict = decide ? decide(job) : storePhoto();
    rmSync(path.join(t.folder.incoming, job.subject), { force: true });
    if ('refuse' in verdict) failJob(db, job.id, verdict.text, verdict.refuse, 2);
    else finishJob(db, job.id, verdict, 2);
  };
  const stop = watchDatabase(db.$client, 5, work);
  work();
  return {
    jobs,
    stop: () => {
      stop();
      db.$client.close();
    },
  };
}
