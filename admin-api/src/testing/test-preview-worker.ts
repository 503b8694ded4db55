/** Stands in for the worker: claims `preview` jobs on a connection of its own and answers them. */
import type { PreviewAnswer } from '@veldlicht/contract/preview';
import { claimJob, failJob, finishJob } from '@veldlicht/database/jobs';
import { openDatabase } from '@veldlicht/database/open';
import { watchDatabase } from '@veldlicht/database/watch';
import type { TestApp } from './test-app.ts';

/** `answer` gets the public path; null fails the job. `asked` lists the subjects of the jobs. */
export function startPreviewWorker(t: TestApp, answer: (path: string) => PreviewAnswer | null) {
  const db = openDatabase(t.file);
  const asked: string[] = [];
  const work = () => {
    for (;;) {
      const job = claimJob(db, ['preview'], Number.MAX_SAFE_INTEGER);
      if (!job) return;
      asked.push(job.subject);
      const found = answer(job.subject.slice(job.subject.indexOf('/')));
      if (found) finishJob(db, job.id, found, 2);
      else failJob(db, job.id, 'broken', null, 2);
    }
  };
  const stop = watchDatabase(db.$client, 5, work);
  work();
  return {
    asked,
    stop: () => {
      stop();
      db.$client.close();
    },
  };
}
