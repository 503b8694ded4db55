/** A fake worker: claims jobs on another connection, and finishes them. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { NO_FACTS } from '@veldlicht/contract/file-facts';
import type { PreviewAnswer } from '@veldlicht/contract/preview';
import type { FinaliseAnswer, InspectRefusal } from '@veldlicht/contract/upload';
import { claimJob, failJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { type Database, openDatabase } from '@veldlicht/database/open';
import { watchDatabase } from '@veldlicht/database/watch';
import type { TestApp } from './test-app.ts';
import { addFile } from './test-content.ts';

type Verdict = FinaliseAnswer | PreviewAnswer | { refuse: InspectRefusal | null; text: string };

export function photoAnswer(imageUrl: string): FinaliseAnswer {
  const facts = { ...NO_FACTS, location: '52.131200, 5.860400' };
  return { objectPath: imageUrl, type: 'photo', width: 6000, height: 4000, facts };
}

/** `jobs` lists what was worked on. */
function start(t: TestApp, kind: Job['kind'], decide: (job: Job, db: Database) => Verdict) {
  const db = openDatabase(t.file);
  const jobs: Job[] = [];
  const work = () => {
    for (;;) {
      const job = claimJob(db, [kind], Number.MAX_SAFE_INTEGER);
      if (!job) return;
      jobs.push(job);
      const verdict = decide(job, db);
      if (kind === 'inspect') rmSync(path.join(t.folder.incoming, job.subject), { force: true });
      if ('refuse' in verdict) failJob(db, job.id, verdict.text, verdict.refuse, 2);
      else finishJob(db, job.id, verdict, 2);
    }
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

/** Reads uploads; the default stores a photo. */
export function startTestWorker(t: TestApp, decide?: (job: Job) => Verdict) {
  return start(t, 'inspect', decide ?? ((_, db) => photoAnswer(addFile(db).imageUrl)));
}

/** Renders previews; `answer` gets the public path, null fails the job. */
export function startPreviewWorker(t: TestApp, answer: (path: string) => PreviewAnswer | null) {
  const pathOf = ({ subject }: Job) => subject.slice(subject.indexOf('/'));
  return start(t, 'preview', (job) => answer(pathOf(job)) ?? { refuse: null, text: 'broken' });
}
