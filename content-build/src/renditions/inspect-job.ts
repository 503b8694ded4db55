/** The `inspect` job: from an upload to a stored original with facts and its first rendition. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileFacts } from '@veldlicht/contract/file-facts';
import { objectPath } from '@veldlicht/contract/ladder';
import { reason } from '@veldlicht/contract/reason';
import { acceptedImages, acceptedVideos, type FinaliseAnswer } from '@veldlicht/contract/upload';
import { enqueueJob, failJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { files, uploads } from '@veldlicht/database/schema';
import { sha256OfFile } from '@veldlicht/database/sha256';
import type { Borrowed, Storage } from '@veldlicht/database/storage/storage';
import { incomingName, originalName } from '@veldlicht/database/storage/stored-name';
import { eq } from 'drizzle-orm';
import { type Inspected, RefusedFile } from '#renditions/image-child/image-types.ts';
import {
  attemptJob,
  type FileRow,
  findFile,
  type JobDeps,
  lastRefusal,
  originalOf,
  removeStored,
  updateFile,
  WRITING,
} from './job-deps.ts';
import { brokenRenditions, removeBroken } from './stored-renditions.ts';
import { requireCleanRenditions } from './verify-clean.ts';

/** A file is known by the start of its SHA-256. */
const HASH_DIGITS = 32;

interface Subject {
  hash: string;
  upload: Borrowed;
}

function answerOf(row: FileRow): FinaliseAnswer {
  const { hash, type, width, height } = row;
  const facts = fileFacts.parse(row.facts);
  return { objectPath: objectPath(hash, type), type, width, height, facts };
}

/** Borrows the bytes of an upload: incoming, or already moved by an attempt that was cut off. Null when gone. */
async function findUpload(
  storage: Storage,
  key: string,
  hash: string | null,
): Promise<Borrowed | null> {
  const formats = hash === null ? [] : [...acceptedImages, ...acceptedVideos];
  const originals = formats.map((format) => originalName(`${hash}`, format));
  for (const name of [incomingName(key), ...originals]) {
    const found = name && (await storage.borrow(name));
    if (found) return found;
  }
  return null;
}

/** Takes the hash from the storage or the API, else reads the file. Stores it for the next attempt and the clean-up. */
async function identify({ db, storage }: JobDeps, key: string): Promise<Subject | null> {
  const known = db.select().from(uploads).where(eq(uploads.key, key)).get()?.fileHash ?? null;
  const upload = await findUpload(storage, key, known);
  if (!upload) return null;
  const hash = upload.hash ?? known ?? (await sha256OfFile(upload.file)).slice(0, HASH_DIGITS);
  if (hash !== known) db.update(uploads).set({ fileHash: hash }).where(eq(uploads.key, key)).run();
  return { hash, upload };
}

/** Whether a known file still has its original and all renditions. Removes damaged renditions. */
async function isWhole({ db, folder, storage }: JobDeps, hash: string): Promise<boolean> {
  const row = findFile(db, hash);
  if (!row) return false;
  const place = path.join(folder.renditions, hash);
  const broken = await brokenRenditions(place, row.renditions, 'bytes');
  await removeBroken(place, broken);
  return broken.length === 0 && (await storage.size(originalOf(row).name)) !== null;
}

/** Finishes the job from the row of a file with the same bytes, and drops the upload. False when there is none. */
async function answerFromKnown(deps: JobDeps, job: Job, hash: string): Promise<boolean> {
  if (!(await isWhole(deps, hash))) return false;
  const isKnown = deps.db.transaction((tx) => {
    const row = findFile(tx, hash);
    if (!row || row.processing === 'failed') return false;
    // Restarts the 24 hours until an unused file is removed.
    updateFile(tx, hash, { orphanedAt: null });
    finishJob(tx, job.id, answerOf(row), deps.now());
    return true;
  }, WRITING);
  if (isKnown) await removeStored(deps, incomingName(job.subject));
  return isKnown;
}

/** Stores the row, the job for the other renditions and the answer in one transaction. */
function recordFile(deps: JobDeps, job: Job, row: typeof files.$inferInsert): void {
  const now = deps.now();
  deps.db.transaction((tx) => {
    const known = findFile(tx, row.hash);
    if (known?.processing === 'failed') {
      updateFile(tx, row.hash, { ...row, processingError: null, orphanedAt: null });
    } else if (!known) tx.insert(files).values(row).run();
    const stored = findFile(tx, row.hash);
    if (!stored) throw new Error(`file ${row.hash} was not stored`);
    enqueueJob(tx, { kind: 'renditions', subject: row.hash, now });
    finishJob(tx, job.id, answerOf(stored), now);
  }, WRITING);
}

async function accept(deps: JobDeps, job: Job, subject: Subject, inspected: Inspected) {
  const { facts, renditions } = inspected;
  const { hash, upload } = subject;
  await requireCleanRenditions(path.join(deps.folder.renditions, hash), renditions, null);
  await deps.storage.keep(upload, originalName(hash, facts.extension));
  const row = { hash, bytes: upload.bytes, renditions, createdAt: deps.now() };
  recordFile(deps, job, { ...facts, ...row, processing: 'working' });
  deps.log.info({ job: job.id, hash, type: facts.type }, 'file accepted');
}

async function removeRenditions({ db, folder }: JobDeps, subject: Subject | null): Promise<void> {
  if (!subject || findFile(db, subject.hash)) return;
  await rm(path.join(folder.renditions, subject.hash), { recursive: true, force: true });
}

/** Fails the job with the reason and removes the upload and its renditions. */
async function refuse(
  deps: JobDeps,
  job: Job,
  subject: Subject | null,
  { code, reason }: RefusedFile,
): Promise<void> {
  await removeRenditions(deps, subject);
  if (subject && !findFile(deps.db, subject.hash)) await removeStored(deps, subject.upload.name);
  await removeStored(deps, incomingName(job.subject));
  failJob(deps.db, job.id, reason, { code }, deps.now());
  deps.log.info({ job: job.id, code }, 'file refused');
}

async function inspect(deps: JobDeps, job: Job, { hash, upload }: Subject): Promise<void> {
  if (await answerFromKnown(deps, job, hash)) return;
  const renditionsFolder = deps.folder.renditions;
  const inspected = await deps.images.inspect({ file: upload.file, renditionsFolder, hash });
  await accept(deps, job, { hash, upload }, inspected);
}

/** Looks for the upload and runs `work` with it. */
async function withUpload(
  deps: JobDeps,
  job: Job,
  work: (subject: Subject) => Promise<void>,
): Promise<void> {
  let subject: Subject | null = null;
  const attempt = async () => {
    subject = await identify(deps, job.subject);
    if (!subject) throw new RefusedFile('upload_missing', reason('upload_gone'));
    await work(subject);
  };
  try {
    await attemptJob(
      deps,
      job,
      attempt,
      (refusal) => refuse(deps, job, subject, refusal),
      async (cause) => {
        // The upload stays: a new job reads it when the uploader asks again.
        await removeRenditions(deps, subject);
        failJob(deps.db, job.id, reason(cause), { code: cause }, deps.now());
      },
    );
  } finally {
    await (subject as Subject | null)?.upload.giveBack();
  }
}

/** Inspects the upload whose key is `job.subject`. The job's result is a `FinaliseAnswer` or an `InspectRefusal`. */
export function runInspectJob(deps: JobDeps, job: Job): Promise<void> {
  return withUpload(deps, job, (subject) => inspect(deps, job, subject));
}

/** For a job whose last attempt ended with the worker: cleans up and answers the uploader. */
export function abandonInspectJob(deps: JobDeps, job: Job): Promise<void> {
  return withUpload(deps, job, () => Promise.reject(lastRefusal(null)));
}
