/** The `inspect` job: from an upload to a stored original with facts and its first rendition. */
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { objectPath } from '@veldlicht/contract/ladder';
import type { FinaliseAnswer, InspectRefusal } from '@veldlicht/contract/upload';
import {
  enqueueJob,
  failJob,
  finishJob,
  type Job,
  MAX_ATTEMPTS,
  retryJob,
} from '@veldlicht/database/jobs';
import type { Store } from '@veldlicht/database/open';
import { files, uploads } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import type { InspectOutcome } from '#images/image-types.ts';
import { requireCleanRenditions } from './clean-renditions.ts';
import { failureText, giveBack, isStopped, type JobDeps } from './job-deps.ts';
import {
  findUpload,
  hashFile,
  incomingFile,
  originalFile,
  removeFile,
  storeOriginal,
} from './original-store.ts';

type FileRow = typeof files.$inferSelect;
type Accepted = Extract<InspectOutcome, { ok: true }>;
interface Subject {
  hash: string;
  /** Where the bytes are now. */
  source: string;
}

function findFile(store: Store, hash: string): FileRow | undefined {
  return store.select().from(files).where(eq(files.hash, hash)).get();
}

function answerOf(row: FileRow): FinaliseAnswer {
  const { hash, type, width, height, takenDate, takenLocation, takenDescription } = row;
  const facts = { date: takenDate, location: takenLocation, description: takenDescription };
  return { objectPath: objectPath(hash, type), type, width, height, facts };
}

/** The hash the API counted while streaming; when it has none, read and remembered for a repeat. */
async function identify({ db, folder }: JobDeps, key: string): Promise<Subject | null> {
  const known = db.select().from(uploads).where(eq(uploads.key, key)).get()?.fileHash ?? null;
  const source = await findUpload(folder, key, known);
  if (!source) return null;
  const hash = known ?? (await hashFile(source));
  if (!known) db.update(uploads).set({ fileHash: hash }).where(eq(uploads.key, key)).run();
  return { hash, source };
}

/** Ends the job when we have these bytes already; the upload is dropped. */
async function answerFromKnown(deps: JobDeps, job: Job, hash: string): Promise<boolean> {
  const isKnown = deps.db.transaction(
    (tx) => {
      const row = findFile(tx, hash);
      if (!row || row.processing === 'failed') return false;
      // Its day of grace starts anew: someone is about to use it.
      tx.update(files).set({ orphanedAt: null }).where(eq(files.hash, hash)).run();
      finishJob(tx, job.id, answerOf(row), deps.now());
      return true;
    },
    { behavior: 'immediate' },
  );
  if (isKnown) await removeFile(incomingFile(deps.folder, job.subject));
  return isKnown;
}

/** The row, the job for the other renditions and the answer appear together or not at all. */
function recordFile(deps: JobDeps, job: Job, row: typeof files.$inferInsert): void {
  const now = deps.now();
  deps.db.transaction(
    (tx) => {
      const known = findFile(tx, row.hash);
      if (known?.processing === 'failed') {
        const fresh = { ...row, processingError: null, orphanedAt: null };
        tx.update(files).set(fresh).where(eq(files.hash, row.hash)).run();
      } else if (!known) tx.insert(files).values(row).run();
      if (known?.processing !== 'ready')
        enqueueJob(tx, { kind: 'renditions', subject: row.hash, now });
      const stored = findFile(tx, row.hash);
      if (!stored) throw new Error(`file ${row.hash} was not stored`);
      finishJob(tx, job.id, answerOf(stored), now);
    },
    { behavior: 'immediate' },
  );
}

async function accept(deps: JobDeps, job: Job, subject: Subject, outcome: Accepted) {
  const { facts, renditions } = outcome;
  const { hash, source } = subject;
  await requireCleanRenditions(path.join(deps.folder.renditions, hash), renditions);
  const { size } = await stat(source);
  await storeOriginal(deps.folder, source, originalFile(deps.folder, hash, facts.extension));
  const createdAt = deps.now();
  const row = { hash, bytes: size, renditions, processing: 'working' as const, createdAt };
  recordFile(deps, job, { ...facts, ...row });
  deps.log.info({ job: job.id, hash, type: facts.type }, 'file accepted');
}

/** Leaves nothing behind but the job, which says why. */
async function refuse(
  deps: JobDeps,
  job: Job,
  subject: Subject | null,
  { code, message }: InspectRefusal & { message: string },
): Promise<void> {
  if (subject && !findFile(deps.db, subject.hash)) {
    await removeFile(subject.source);
    await rm(path.join(deps.folder.renditions, subject.hash), { recursive: true, force: true });
  }
  await removeFile(incomingFile(deps.folder, job.subject));
  failJob(deps.db, job.id, message, { code }, deps.now());
  deps.log.info({ job: job.id, code }, 'file refused');
}

/** For a job that used up its tries when the worker died: cleans up and answers the uploader. */
export async function abandonInspectJob(deps: JobDeps, job: Job): Promise<void> {
  const subject = await identify(deps, job.subject);
  await refuse(deps, job, subject, { code: 'unreadable_file', message: failureText(null) });
}

/**
 * Works on one upload; `job.subject` is its key. Never rejects for a fault of the file: the answer
 * (`FinaliseAnswer`) or the refusal (`InspectRefusal` with a sentence in `error`) is in the job.
 */
export async function runInspectJob(deps: JobDeps, job: Job): Promise<void> {
  let subject: Subject | null = null;
  try {
    subject = await identify(deps, job.subject);
    if (!subject) {
      const message = 'The upload is gone. Send the file again.';
      return await refuse(deps, job, null, { code: 'upload_missing', message });
    }
    const { hash, source } = subject;
    if (await answerFromKnown(deps, job, hash)) return;
    const renditionsFolder = deps.folder.renditions;
    const outcome = await deps.images.inspect({ file: source, renditionsFolder, hash });
    if (outcome.ok) await accept(deps, job, subject, outcome);
    else await refuse(deps, job, subject, outcome);
  } catch (error) {
    if (isStopped(error)) return giveBack(deps, job);
    deps.log.warn({ err: error, job: job.id, attempt: job.attempts }, 'inspect failed');
    if (job.attempts < MAX_ATTEMPTS) retryJob(deps.db, job, failureText(error), deps.now());
    else await refuse(deps, job, subject, { code: 'unreadable_file', message: failureText(error) });
  }
}
